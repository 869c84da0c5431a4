internal import DirectoryModel
public import Foundation
internal import Language

/// Accounts in a CSV table with the columns NetID and, optionally, Role.
public struct AccountFile: Sendable {
    public struct Row: Equatable, Sendable {
        public let netid: String
        public let role: MemberRole
    }

    /// The maximum size of the file, in bytes.
    public static let maxSize = 16 << 20

    private let name: String
    private var rows: [Row] = []
    private var faults: [String] = []
    private var netids: Set<String> = []
    /// Set by the first row.
    private var columns: (netid: Int, role: Int?)?
    /// The names of unknown columns.
    private var unread: [String] = []

    private init(name: String) { self.name = name }

    /// The accounts in `data`, without duplicates, and the names of unknown columns. The default role is `student`.
    /// - Throws: `ServerError.badAccounts` with all faults and their positions.
    public static func rows(
        in data: Data, called name: String
    ) throws(ServerError) -> (rows: [Row], unread: [String]) {
        var file = AccountFile(name: name)
        do {
            var splitter = CSVSplitter()
            try data.withUnsafeBytes { bytes in
                splitter.push(bytes) { file.take($0) }
                try splitter.finish { file.take($0) }
            }
        } catch {
            file.faults.append(translated("The file is not a complete table."))
        }
        if file.columns == nil { file.faults = [translated("The first row must name a column NetID.")] }
        guard file.faults.isEmpty else { throw .badAccounts(file: name, faults: CourseFile.firstFaults(file.faults)) }
        return (file.rows, file.unread)
    }

    /// The number of the current account.
    private var number: Int { rows.count + faults.count + 1 }

    private mutating func take(_ row: CSVRow) {
        guard let cells = row.cells?.map(\.trimmed) else {
            return faults.append(translated("Account \(number): The row cannot be read: \(row.fault ?? "")."))
        }
        guard let columns else {
            let names = cells.map { $0.lowercased() }
            guard let netid = names.firstIndex(of: "netid") else { return }
            let role = names.firstIndex(of: "role")
            columns = (netid, role)
            unread = cells.enumerated().filter { $0.offset != netid && $0.offset != role }.map(\.element)
            return
        }
        guard cells.contains(where: { !$0.isEmpty }) else { return }
        let netid = columns.netid < cells.count ? cells[columns.netid] : ""
        let role = columns.role.flatMap { $0 < cells.count ? cells[$0] : nil } ?? ""
        take(netid, role.isEmpty ? MemberRole.student.rawValue : role)
    }

    private mutating func take(_ netid: String, _ role: String) {
        guard let checked = try? Account.checkedNetID(netid) else {
            return faults.append(translated("Account \(number): “\(netid)” is not a NetID."))
        }
        guard let role = MemberRole(rawValue: role.lowercased()) else {
            return faults.append(
                translated("Account \(number): The role of \(checked) must be student, ta, or professor."))
        }
        guard netids.insert(checked).inserted else {
            return faults.append(translated("Account \(number): \(checked) is already in the file."))
        }
        rows.append(Row(netid: checked, role: role))
    }
}
