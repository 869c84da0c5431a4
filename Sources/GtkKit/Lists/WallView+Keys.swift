/// What keys and clicks do.
extension WallView {
    /// A click selects the cell and opens it; with Control it adds or removes the cell, with Shift it selects up to it.
    func clicked(_ id: UInt64, control: Bool, shift: Bool) {
        guard let position = model.position(of: id) else { return }
        if shift {
            extend(to: position)
        } else if control {
            toggle(id)
        } else {
            selectOnly(id)
            for handler in activated { handler(id) }
        }
    }

    /// - Returns: whether the key is used up.
    func pressed(_ key: Key) -> Bool {
        guard !key.alt, let id = focusedID, let position = model.position(of: id) else { return false }
        if let next = destination(of: key, from: position) {
            move(to: next, key)
            return true
        }
        switch key.name {
        case "Return", "KP_Enter", "ISO_Enter":
            guard !key.control, !key.shift else { return false }
            if !keepsSelection { selectOnly(id) }
            for handler in activated { handler(id) }
        case "space", "KP_Space":
            if !key.control, !key.shift, spacePressed.contains(where: { $0(id) }) { return true }
            key.control ? toggle(id) : key.shift ? extend(to: position) : selectOnly(id)
        case "a" where key.control && !key.shift: chosen(model.ids)
        case "A" where key.control && key.shift: chosen([])
        default: return false
        }
        return true
    }

    /// The cell that a key moves to, or nil for another key.
    private func destination(of key: Key, from position: Int) -> Int? {
        let name = key.name.hasPrefix("KP_") ? String(key.name.dropFirst(3)) : key.name
        let (ahead, last) = (isMirrored ? -1 : 1, model.count - 1)
        let next: Int
        switch name {
        case "Right": next = position + ahead
        case "Left": next = position - ahead
        case "Down": next = geometry.position(from: position, lines: 1)
        case "Up": next = geometry.position(from: position, lines: -1)
        case "Page_Down", "Next": next = geometry.position(from: position, lines: geometry.lines(in: Int(page)))
        case "Page_Up", "Prior": next = geometry.position(from: position, lines: -geometry.lines(in: Int(page)))
        case "Home": next = 0
        case "End": next = last
        default: return nil
        }
        return min(max(0, next), last)
    }

    private func move(to position: Int, _ key: Key) {
        guard let id = model.id(at: position) else { return }
        if key.shift, start == nil { start = current }
        scrollTo(id: id)
        focus(id: id)
        if key.shift { extend(to: position) } else if !key.control, !keepsSelection { selectOnly(id) }
    }

    private func selectOnly(_ id: UInt64) {
        start = id
        chosen([id])
    }

    private func toggle(_ id: UInt64) {
        start = id
        let others = selected.symmetricDifference([id])
        chosen(model.ids.filter(others.contains))
    }

    private func extend(to position: Int) {
        let first = (start ?? current).flatMap(model.position) ?? position
        chosen((min(first, position)...max(first, position)).compactMap(model.id))
    }

    private func chosen(_ ids: [UInt64]) {
        guard Set(ids) != selected else { return }
        selected = Set(ids)
        for (id, cell) in cells { cell.show(isSelected: selected.contains(id)) }
        for handler in selectionChanged { handler(ids) }
    }
}
