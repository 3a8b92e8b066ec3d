extension XdgWmBase {
    /// Answers pings, on the thread that dispatches them. An answer never blocks: if the socket is full, it is sent as
    /// soon as there is room.
    public func answerPings() {
        postponesRequests = true
        onEvent = { [unowned self] event in
            switch event {
            case .ping(let serial): pong(serial: serial)
            }
        }
    }
}
