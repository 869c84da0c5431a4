internal import CGtkShim

/// The memory that the process has asked the system for.
public enum Heap {
    /// Gives buffers of 4 MB and more back to the system when they are freed. By itself, glibc raises that limit to the
    /// size of the largest buffer that was freed, and keeps the smaller ones. Call it before the first large buffer.
    public static func giveBackLargeBuffers() { gtkkit_give_back_buffers(4 << 20) }
}
