public import DirectoryModel

/// A record of the model. GRDB has a class of this name, and a module's own name comes first.
public typealias Record = DirectoryModel.Record
