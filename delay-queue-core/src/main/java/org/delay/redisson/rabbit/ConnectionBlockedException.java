package org.delay.redisson.rabbit;

import java.io.IOException;

/** The broker does not read from the connection, since one of its alarms is on: it lacks memory or disk space. */
final class ConnectionBlockedException extends IOException {

    ConnectionBlockedException(String reason) {
        super("the broker blocks connections that publish: " + reason);
    }
}
