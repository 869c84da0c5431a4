/// The positions of the cells of a ``WallView``, in lines under the headings of their sections. Sections that fit into
/// one line share it.
public struct WallGeometry: Equatable, Sendable {
    /// In pixels.
    public struct Sizes: Equatable, Sendable {
        /// The minimum width.
        public var cellWidth: Int
        public var cellHeight: Int
        public var heading: Int
        /// The space on both sides and below the last line.
        public var side: Int

        public init(cellWidth: Int, cellHeight: Int, heading: Int, side: Int) {
            self.cellWidth = cellWidth
            self.cellHeight = cellHeight
            self.heading = heading
            self.side = side
        }
    }

    /// The cells of a section in one line.
    private struct Run: Equatable {
        let start: Int
        let count: Int
        let column: Int
        let line: Int
        let hasHeading: Bool
    }

    private struct Line: Equatable {
        let top: Int
        /// The height of the headings, or 0 without one.
        let heading: Int
        let runs: Range<Int>
    }

    /// The number of cells in a full line, at least two.
    public let columns: Int
    public let height: Int
    private let sizes: Sizes
    private let width: Int
    private let isMirrored: Bool
    private let cellWidth: Int
    private let runs: [Run]
    private let lines: [Line]
    private let count: Int

    /// - Parameters:
    ///   - count: the number of cells.
    ///   - starts: the first cells of sections with a heading, in order.
    ///   - width: the width of the wall in pixels.
    ///   - sizes: the sizes of its parts.
    ///   - isMirrored: whether lines begin at the right.
    public init(count: Int, starts: [Int], width: Int, _ sizes: Sizes, isMirrored: Bool = false) {
        let room = max(2, width - 2 * sizes.side)
        let columns = max(2, room / max(1, sizes.cellWidth))
        self.columns = columns
        self.count = count
        self.sizes = sizes
        self.width = width
        self.isMirrored = isMirrored
        cellWidth = room / columns
        runs = Self.runs(count: count, starts: starts.filter { $0 < count }, columns: columns)
        lines = Self.lines(of: runs, sizes)
        height = (lines.last.map { $0.top + $0.heading + sizes.cellHeight } ?? 0) + sizes.side
    }

    private static func runs(count: Int, starts: [Int], columns: Int) -> [Run] {
        var (runs, line, column) = ([Run](), 0, 0)
        runs.reserveCapacity(count / columns + starts.count + 1)
        let all = starts.first == 0 || count == 0 ? starts : [0] + starts
        for (index, start) in all.enumerated() {
            let end = index + 1 < all.count ? all[index + 1] : count
            if column > 0, column + end - start > columns { (line, column) = (line + 1, 0) }
            for first in stride(from: start, to: end, by: columns) {
                let size = min(columns, end - first)
                if first > start { (line, column) = (line + 1, 0) }
                let isHead = first == start && (index > 0 || starts.first == 0)
                runs.append(Run(start: first, count: size, column: column, line: line, hasHeading: isHead))
                column += size
            }
            // A section of several lines shares none of them.
            if end - start > columns { column = columns }
        }
        return runs
    }

    private static func lines(of runs: [Run], _ sizes: Sizes) -> [Line] {
        var (lines, top, first) = ([Line](), 0, 0)
        while first < runs.count {
            let end = runs[first...].firstIndex { $0.line != runs[first].line } ?? runs.count
            let heading = runs[first..<end].contains(where: \.hasHeading) ? sizes.heading : 0
            lines.append(Line(top: top, heading: heading, runs: first..<end))
            top += heading + sizes.cellHeight
            first = end
        }
        return lines
    }

    /// The place of a cell.
    public func rect(of position: Int) -> PixelRect {
        guard let run = run(of: position) else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
        let line = lines[run.line]
        return rect(run.column + position - run.start, 1, top: line.top + line.heading, height: sizes.cellHeight)
    }

    /// The top of a cell's line, including its headings.
    public func top(of position: Int) -> Int { run(of: position).map { lines[$0.line].top } ?? 0 }

    /// The headings between two heights, with the first cells of their sections.
    public func headings(from top: Int, to bottom: Int) -> [(start: Int, rect: PixelRect)] {
        guard !lines.isEmpty else { return [] }
        return lines[line(at: top)...].lazy.prefix { $0.top < bottom }.filter { $0.heading > 0 }.flatMap { line in
            runs[line.runs].filter(\.hasHeading).map { run in
                // The last heading takes the rest of the line.
                let isLast = run == runs[line.runs].last
                let span = isLast ? columns - run.column : run.count
                return (run.start, rect(run.column, span, top: line.top, height: line.heading))
            }
        }
    }

    /// The cells of the lines that intersect a range of heights.
    public func positions(from top: Int, to bottom: Int) -> Range<Int> {
        guard !lines.isEmpty, bottom > top else { return 0..<0 }
        let (first, last) = (lines[line(at: top)], lines[line(at: bottom)])
        let end = runs[last.runs.upperBound - 1]
        return runs[first.runs.lowerBound].start..<end.start + end.count
    }

    /// The cell `step` lines below (or above, if negative) in the nearest column, limited to the first and last line.
    public func position(from position: Int, lines step: Int) -> Int {
        guard let run = run(of: position) else { return position }
        let column = run.column + position - run.start
        let line = min(max(0, run.line + step), lines.count - 1)
        guard line != run.line else { return position }
        let near = runs[lines[line].runs].last { $0.column <= column } ?? runs[lines[line].runs.lowerBound]
        return near.start + min(near.count - 1, column - near.column)
    }

    /// The number of lines that fit into a height, at least one.
    public func lines(in height: Int) -> Int { max(1, height / max(1, sizes.cellHeight)) }

    private func rect(_ column: Int, _ span: Int, top: Int, height: Int) -> PixelRect {
        let (left, wide) = (sizes.side + column * cellWidth, span * cellWidth)
        return PixelRect(x: isMirrored ? width - left - wide : left, y: top, width: wide, height: height)
    }

    private func run(of position: Int) -> Run? {
        guard position >= 0, position < count else { return nil }
        return runs[runs.partitioningIndex { $0.start > position } - 1]
    }

    private func line(at height: Int) -> Int { max(0, lines.partitioningIndex { $0.top > height } - 1) }
}

extension Array {
    /// The first index at which the predicate holds; it must hold for all later ones.
    fileprivate func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
