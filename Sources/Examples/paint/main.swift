import TouchKit
import WaylandTouch

let application = try Application()
application.openWindow(title: "Paint", size: Size(width: 800, height: 480), content: PaintView())
try application.run()
