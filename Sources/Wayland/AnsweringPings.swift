extension XdgWmBase {
    /// Answers each ping, on whatever thread hands it out. An answer never waits: where the compositor reads nothing and
    /// there is no room for it, it is given as soon as there is some.
    public func answerPings() {
        postponesRequests = true
        onEvent = { [unowned self] event in
            switch event {
            case .ping(let serial): pong(serial: serial)
            }
        }
    }
}
