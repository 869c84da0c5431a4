public import DirectoryModel

// GRDB has a class of this name; a module's own name comes first.
public typealias Record = DirectoryModel.Record
