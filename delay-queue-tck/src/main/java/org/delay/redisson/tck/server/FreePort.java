package org.delay.redisson.tck.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Free ports for servers that come back on the same port.
 *
 * <p>They lie below the range that systems give to outgoing connections (from 32768). In that range a client that keeps
 * reconnecting while its server is down is sometimes given the very port that it dials, is then connected to itself,
 * and keeps the server from coming back. Redis Cluster adds 10000 for its bus; that port lies below the range too.
 */
final class FreePort {

    private static final int LOWEST = 15_000;
    private static final int COUNT = 7_000;
    private static final int CLUSTER_BUS = 10_000;

    /** Counted within a JVM, and begun at random, so that JVMs side by side rarely look at the same port. */
    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

    private FreePort() {}

    static int next() {
        for (int tried = 0; tried < COUNT; tried++) {
            int port = LOWEST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            if (isFree(port) && isFree(port + CLUSTER_BUS)) {
                return port;
            }
        }
        throw new IllegalStateException("No free port from " + LOWEST + " to " + (LOWEST + COUNT - 1));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException inUse) {
            return false;
        }
    }
}
