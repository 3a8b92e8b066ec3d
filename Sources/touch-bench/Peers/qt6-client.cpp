/* A client on Qt 6 that does what bare-client.c does. */

#include <QGuiApplication>
#include <QPainter>
#include <QRasterWindow>
#include <QTouchEvent>

#include "taps.h"

class BenchWindow : public QRasterWindow {
protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(QRect(QPoint(), size()), Qt::white);
        if (draws_marker)
            painter.fillRect(QRectF(marker_x - 20, marker_y - 20, 40, 40), QColor(0x1f, 0x6f, 0xeb));
    }

    void touchEvent(QTouchEvent *event) override
    {
        bool changed = false;
        for (const QEventPoint &point : event->points()) {
            switch (point.state()) {
            case QEventPoint::Pressed:
                changed |= taps_down(point.id(), point.position().x(), point.position().y(), event->timestamp());
                break;
            case QEventPoint::Updated:
                changed |= taps_move(point.id(), point.position().x(), point.position().y());
                break;
            case QEventPoint::Released: taps_up(point.id(), event->timestamp()); break;
            default: break;
            }
        }
        event->accept();
        if (changed)
            update();
    }
};

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "wayland");
    taps_init();
    QGuiApplication application(argc, argv);
    BenchWindow window;
    window.setTitle("bench");
    window.resize(640, 480);
    window.showFullScreen();
    return application.exec();
}
