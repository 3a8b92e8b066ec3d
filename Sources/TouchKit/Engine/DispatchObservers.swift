/// The observers of a dispatcher: of transitions, frames, key presses, removed views and invalid transitions.
struct DispatchObservers {
    /// An observer, and the token that removes it.
    private struct Entry<Value> {
        let token: ObserverToken
        let observe: (Value) -> Void
    }

    private var ofTransitions: [Entry<GestureTransition>] = []
    private var ofFrames: [Entry<InputFrame>] = []
    private var ofPresses: [Entry<(PressesEvent, Window)>] = []
    private var ofRemovals: [Entry<View>] = []
    private var ofInvalidTransitions: [Entry<InvalidTransition>] = []
    private var count = 0

    /// Whether frames have an observer.
    var observesFrames: Bool { !ofFrames.isEmpty }
    /// Whether transitions have an observer.
    var observesTransitions: Bool { !ofTransitions.isEmpty }

    mutating func add(_ observe: @escaping (GestureTransition) -> Void) -> ObserverToken {
        let token = nextToken()
        ofTransitions = ofTransitions + [Entry(token: token, observe: observe)]
        return token
    }

    mutating func add(_ observe: @escaping (InputFrame) -> Void) -> ObserverToken {
        let token = nextToken()
        ofFrames = ofFrames + [Entry(token: token, observe: observe)]
        return token
    }

    mutating func add(_ observe: @escaping (PressesEvent, Window) -> Void) -> ObserverToken {
        let token = nextToken()
        ofPresses.append(Entry(token: token) { observe($0.0, $0.1) })
        return token
    }

    mutating func add(_ observe: @escaping (View) -> Void) -> ObserverToken {
        let token = nextToken()
        ofRemovals.append(Entry(token: token, observe: observe))
        return token
    }

    mutating func add(_ observe: @escaping (InvalidTransition) -> Void) -> ObserverToken {
        let token = nextToken()
        ofInvalidTransitions.append(Entry(token: token, observe: observe))
        return token
    }

    mutating func remove(_ token: ObserverToken) {
        ofTransitions.removeAll { $0.token == token }
        ofFrames.removeAll { $0.token == token }
        ofPresses.removeAll { $0.token == token }
        ofRemovals.removeAll { $0.token == token }
        ofInvalidTransitions.removeAll { $0.token == token }
    }

    // An observer may add or remove observers. The loops run over a copy, so that those that were there at the
    // beginning are called.

    func notify(_ transition: GestureTransition) { for observer in ofTransitions { observer.observe(transition) } }

    func notify(_ frame: InputFrame) { for observer in ofFrames { observer.observe(frame) } }

    func notify(_ presses: PressesEvent, in window: Window) {
        for observer in ofPresses { observer.observe((presses, window)) }
    }

    func notify(_ view: View) { for observer in ofRemovals { observer.observe(view) } }

    func notify(_ transition: InvalidTransition) {
        for observer in ofInvalidTransitions { observer.observe(transition) }
    }

    private mutating func nextToken() -> ObserverToken {
        count += 1
        return ObserverToken(number: count)
    }
}
