/// The text form of Prometheus, which other programs read too.
struct MetricsText {
    enum Kind: String {
        case counter, gauge, histogram
    }

    private(set) var text = ""

    /// Adds a metric with one value.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        add(name, kind, help, [("", value)])
    }

    /// Adds a metric with a value for each set of labels.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ values: [(labels: String, value: Double)]) {
        describe(name, kind, help)
        for (labels, value) in values { line(name, labels, value) }
    }

    /// Adds a histogram of cumulative buckets.
    mutating func addHistogram(
        _ name: String, _ help: String, buckets: [(labels: String, value: Double)], sum: Double, count: Int
    ) {
        describe(name, .histogram, help)
        for (labels, value) in buckets { line("\(name)_bucket", labels, value) }
        line("\(name)_sum", "", sum)
        line("\(name)_count", "", Double(count))
    }

    private mutating func describe(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(Self.full(name)) \(help)\n# TYPE \(Self.full(name)) \(kind.rawValue)\n"
    }

    private mutating func line(_ name: String, _ labels: String, _ value: Double) {
        let number = value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
        text += "\(Self.full(name))\(labels.isEmpty ? "" : "{\(labels)}") \(number)\n"
    }

    /// Names of the process are the same for every program.
    private static func full(_ name: String) -> String {
        name.hasPrefix("process_") ? name : "duke_directory_\(name)"
    }
}
