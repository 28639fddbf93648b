package org.delay.redisson.tck.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Free ports for servers that come back on the same port, each for one JVM of those that run beside each other.
 *
 * <p>They lie below the range that systems give to outgoing connections (from 32768). In that range a client that keeps
 * reconnecting while its server is down is sometimes given the very port that it dials, is then connected to itself,
 * and keeps the server from coming back. Redis Cluster adds 10000 for its bus; that port lies below the range too.
 */
public final class FreePort {

    private static final int LOWEST = 15_000;
    private static final int COUNT = 7_000;
    private static final int CLUSTER_BUS = 10_000;

    /** Counted within a JVM, and begun at random, so that JVMs side by side rarely look at the same port. */
    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

    /** JVMs side by side lock a byte for each of their ports. */
    private static final FileChannel RESERVATIONS = reservations();

    private FreePort() {}

    /**
     * A port of 127.0.0.1 that no other JVM of this user is given, as long as this one lives. Thread-safe.
     *
     * @throws IllegalStateException if none of them is free
     */
    public static int next() {
        for (int tried = 0; tried < COUNT; tried++) {
            int port = LOWEST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            if (isReserved(port) && isFree(port) && isFree(port + CLUSTER_BUS)) {
                return port;
            }
        }
        throw new IllegalStateException("No free port from " + LOWEST + " to " + (LOWEST + COUNT - 1));
    }

    /** For this JVM, as long as it lives: a server may open its port a second after it was found to be free. */
    private static boolean isReserved(int port) {
        try {
            FileLock untilTheEnd = RESERVATIONS.tryLock(port, 1, false);
            return untilTheEnd != null;
        } catch (OverlappingFileLockException byThisJvm) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FileChannel reservations() {
        try {
            String name = "delay-queue-test-ports-" + System.getProperty("user.name");
            return FileChannel.open(Path.of(System.getProperty("java.io.tmpdir"), name), CREATE, WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Asks by connecting, since a socket that listens could outlive this call: a process that another thread starts at this moment
     * inherits it, for some milliseconds, and the server that was to have the port finds it in use.
     */
    private static boolean isFree(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !socket.isConnected();
        } catch (IOException nobodyListens) {
            return true;
        }
    }
}
