import TouchKit
import WaylandTouch

let application = try Application()
application.openWindow(title: "Kiosk", size: Size(width: 800, height: 480), content: KioskView())
try application.run()
