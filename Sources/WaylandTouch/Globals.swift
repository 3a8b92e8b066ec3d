import Wayland

/// The globals that an application binds once. Optional ones are nil if the compositor does not offer them.
struct Globals {
    let compositor: WlCompositor
    let shm: WlShm
    let shell: XdgWmBase
    let decorations: ZxdgDecorationManagerV1?
    let viewporter: WpViewporter?
    let fractionalScales: WpFractionalScaleManagerV1?
    let timestamps: ZwpInputTimestampsManagerV1?
    let gestures: ZwpPointerGesturesV1?
    let tablets: ZwpTabletManagerV2?

    /// Binds the globals; the one for exact times only if the program wants them.
    init(_ connection: Connection, usesExactTimes: Bool) throws(ConnectionError) {
        compositor = try connection.require(WlCompositor.self)
        shm = try connection.require(WlShm.self)
        shell = try connection.require(XdgWmBase.self)
        decorations = connection.bindIfOffered(ZxdgDecorationManagerV1.self)
        viewporter = connection.bindIfOffered(WpViewporter.self)
        fractionalScales = connection.bindIfOffered(WpFractionalScaleManagerV1.self)
        timestamps = usesExactTimes ? connection.bindIfOffered(ZwpInputTimestampsManagerV1.self) : nil
        gestures = connection.bindIfOffered(ZwpPointerGesturesV1.self)
        tablets = connection.bindIfOffered(ZwpTabletManagerV2.self)
    }
}
