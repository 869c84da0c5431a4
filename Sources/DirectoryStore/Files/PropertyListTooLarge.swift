import DirectoryModel
import Foundation

/// The error that a property list has more bytes than are read.
struct PropertyListTooLarge: Error {}
