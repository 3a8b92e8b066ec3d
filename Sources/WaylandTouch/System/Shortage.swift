import CShims
import Glibc

/// Checks that `count` more descriptors can be opened; returns the error number if not. Call it before using a library
/// that ends the connection or the process when it can't open a descriptor.
nonisolated func shortage(ofDescriptors count: Int) -> Int32? {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<count {
        let descriptor = shim_eventfd()
        guard descriptor >= 0 else { return errno }
        opened.append(descriptor)
    }
    return nil
}

/// Checks that `count` more threads can be started; returns the error number if not. Call it before using Pango: its
/// GLib ends the process when it can't start a thread.
nonisolated func shortage(ofThreads count: Int) -> Int32? {
    let gate = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    unsafe sem_init(gate, 0, 0)
    var threads: [pthread_t] = []
    defer {
        for _ in threads { unsafe sem_post(gate) }
        for thread in threads { pthread_join(thread, nil) }
        unsafe sem_destroy(gate)
        unsafe gate.deallocate()
    }
    for _ in 0..<count {
        var thread = pthread_t()
        let number = unsafe pthread_create(
            &thread, nil,
            { gate in
                if let gate = unsafe gate?.assumingMemoryBound(to: sem_t.self) {
                    while unsafe sem_wait(gate) != 0 {}
                }
                return nil
            }, gate)
        guard number == 0 else { return number }
        threads.append(thread)
    }
    return nil
}
