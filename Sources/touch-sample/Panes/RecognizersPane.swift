import TouchKit

/// Tells single taps from double taps with two recognizers, one of which requires the other to fail.
final class RecognizersPane: TapPane {
    let single = TapGestureRecognizer()
    let double = TapGestureRecognizer()

    /// Whether `single` requires `double` to fail. Without the requirement every double tap begins with a single tap.
    /// Default true.
    var waitsForDouble = true {
        didSet {
            guard waitsForDouble != oldValue else { return }
            if waitsForDouble { single.require(toFail: double) } else { single.removeFailureRequirement(double) }
            recipe = Self.recipe(waitsForDouble)
        }
    }

    init() {
        super.init(title: "Gesture recognizers", recipe: Self.recipe(true))
        single.name = "single"
        double.name = "double"
        double.numberOfTapsRequired = 2
        single.require(toFail: double)
        for tap in [single, double] {
            tap.addAction { [unowned self] tap in
                report(
                    TapVerdict(
                        count: tap.numberOfTapsRequired, way: .recognizers, view: identifier ?? "",
                        location: tap.location(in: nil), time: tap.now))
            }
            addGestureRecognizer(tap)
        }
    }

    private static func recipe(_ waits: Bool) -> String {
        waits
            ? "Two tap recognizers on one view: single.require(toFail: double)."
            : "Two tap recognizers on one view; without require(toFail:), single does not wait."
    }

    override var waiting: Waiting? {
        guard single.state == .recognized, single.awaited.contains(double) else { return nil }
        return double.numberOfTouches == 0
            ? Waiting(text: "single waits for double to fail", until: double.deadline)
            : Waiting(text: "second tap under way", until: nil)
    }

    override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) { setNeedsDisplay() }
    override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) { setNeedsDisplay() }
    override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) { setNeedsDisplay() }
    override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) { setNeedsDisplay() }
}
