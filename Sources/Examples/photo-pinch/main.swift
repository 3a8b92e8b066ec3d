import TouchKit
import WaylandTouch

let application = try Application()
application.openWindow(title: "Photo", size: Size(width: 800, height: 480), content: PhotoView())
try application.run()
