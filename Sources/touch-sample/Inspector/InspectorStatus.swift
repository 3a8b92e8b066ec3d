/// What the inspector's header says about the window.
struct InspectorStatus: Equatable {
    /// The settings that keys change.
    var settings = ""
    var isRecording = false
    var isPaused = false
    /// The result of the last key command; nil for none. It takes the place of the settings.
    var notice: String?
}
