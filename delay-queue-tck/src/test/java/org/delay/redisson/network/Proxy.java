package org.delay.redisson.network;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.tck.server.RedisServer;

/**
 * Stands between clients and a server of 127.0.0.1 that must reach each other, and does what networks do. All is passed on
 * until something else is asked for; only one thing goes wrong at a time. Thread-safe.
 */
public final class Proxy implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    /** Small enough that a slow network is slow for each part of a message. */
    private static final int SLOW_PIECE = 1 << 10;

    private static final Fault NONE = new Fault(EnumSet.noneOf(Way.class), Duration.ZERO, 0);

    private final ServerSocket listener;
    private volatile int port;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final ExecutorService pumps = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        return thread;
    });
    private final Object changes = new Object();
    private volatile Fault fault = NONE;
    private volatile Set<Way> held = Set.of();

    /** How many pieces of what the server says come until answers are lost; 0 where they are not. */
    private final AtomicInteger answersLeft = new AtomicInteger();

    /** What goes over a connection. */
    public enum Way {
        /** What clients say. */
        ASKED,
        /** What the server says. */
        ANSWERED
    }

    /**
     * What goes wrong.
     *
     * @param lost these ways lead nowhere
     * @param latency of each piece
     * @param bytesPerSecond 0 for no limit
     */
    private record Fault(Set<Way> lost, Duration latency, int bytesPerSecond) {

        boolean isSlow() {
            return bytesPerSecond > 0;
        }

        Duration delay(int bytes) {
            return latency.plusNanos(bytes * 1_000_000_000L / bytesPerSecond);
        }
    }

    private Proxy(int port) throws IOException {
        this.port = port;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        pumps.execute(this::accept);
    }

    /** A proxy of a Redis. */
    public static Proxy to(RedisServer server) {
        return to(server.port());
    }

    /** A proxy of a server whose port is not known yet; until it is told, who connects is turned away. */
    public static Proxy toNobody() {
        return to(0);
    }

    private static Proxy to(int port) {
        try {
            return new Proxy(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From now on new connections go to this port. */
    public void leadTo(int server) {
        port = server;
    }

    /** Where clients of a Redis find it. */
    public String uri() {
        return "redis://127.0.0.1:" + port();
    }

    /** Where clients find it, on 127.0.0.1. */
    public int port() {
        return listener.getLocalPort();
    }

    /** From now on the server gets what the client says, and the client hears nothing. */
    public void loseAnswers() {
        lose(Way.ANSWERED);
    }

    /** As {@link #loseAnswers}, after so many more pieces of what the server says: a test need not be quick enough. */
    public void loseAnswersAfter(int pieces) {
        answersLeft.set(pieces);
    }

    /** From now on these ways swallow all that goes over them, on new connections too, and nobody is told. */
    public void lose(Way first, Way... others) {
        change(new Fault(EnumSet.of(first, others), Duration.ZERO, 0), Set.of());
    }

    /**
     * The connections that are there lead nowhere from now on, for ever, and nobody is told: as after a failover of a
     * firewall that has forgotten them. New ones work.
     */
    public void forgetConnections(Way first, Way... others) {
        Set<Way> ways = EnumSet.of(first, others);
        connections.forEach(connection -> connection.lost.addAll(ways));
    }

    /**
     * What clients say from now on over every second of the connections that are there comes late: when all is passed on
     * again. New ones work.
     */
    public void holdBack() {
        boolean every = true;
        for (Connection connection : connections) {
            connection.heldBack = every;
            every = !every;
        }
    }

    /** From now on answers come late: when all is passed on again. */
    public void holdAnswers() {
        hold(Way.ANSWERED);
    }

    /** From now on what goes this way comes late: when all is passed on again, whoever still waits for it. */
    public void hold(Way way) {
        change(NONE, Set.of(way));
    }

    /** From now on each piece of at most 1 KiB takes this long, in both directions. */
    public void slow(Duration latency, int bytesPerSecond) {
        change(new Fault(Set.of(), latency, bytesPerSecond), Set.of());
    }

    /** From now on all is passed on; connections that lost something end, as those of a network do. */
    public void passOn() {
        boolean losing = !fault.lost().isEmpty();
        answersLeft.set(0);
        connections.forEach(connection -> connection.heldBack = false);
        change(NONE, Set.of());
        if (losing) {
            cut();
        }
    }

    private void change(Fault next, Set<Way> hold) {
        synchronized (changes) {
            fault = next;
            held = hold;
            changes.notifyAll();
        }
    }

    /** Closes all connections; the client may make new ones. */
    public void cut() {
        connections.forEach(Connection::close);
    }

    private void accept() {
        try {
            while (true) {
                connect(listener.accept());
            }
        } catch (IOException closed) {
            cut();
        }
    }

    private void connect(Socket client) throws IOException {
        try {
            Connection connection = new Connection(client, new Socket(InetAddress.getLoopbackAddress(), port));
            connections.add(connection);
            pumps.execute(() -> connection.pump(Way.ASKED, client, connection.upstream));
            pumps.execute(() -> connection.pump(Way.ANSWERED, connection.upstream, client));
        } catch (IOException serverIsDown) {
            client.close();
        }
    }

    /** One that lost something never passes on what comes later: the other side would take it for what it waits for. */
    private final class Connection implements Closeable {

        private final Socket client;
        private final Socket upstream;
        private final Set<Way> lost = ConcurrentHashMap.newKeySet();
        private volatile boolean heldBack;

        private Connection(Socket client, Socket upstream) throws IOException {
            this.client = client;
            this.upstream = upstream;
            client.setTcpNoDelay(true);
            upstream.setTcpNoDelay(true);
        }

        private void pump(Way way, Socket from, Socket to) {
            try (this) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                byte[] bytes = new byte[BUFFER];
                for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                    pass(way, bytes, read, out);
                }
            } catch (IOException closed) {
                // So is the other side then.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                connections.remove(this);
            }
        }

        private void pass(Way way, byte[] bytes, int number, OutputStream out)
                throws IOException, InterruptedException {
            if (way == Way.ANSWERED && answersLeft.getAndUpdate(left -> Math.max(0, left - 1)) == 1) {
                loseAnswers();
            }
            Fault now = fault;
            if (now.lost().contains(way)) {
                lost.add(way);
            }
            awaitRelease(way);
            int piece = now.isSlow() ? SLOW_PIECE : number;
            for (int from = 0; from < number && !lost.contains(way); from += piece) {
                int length = Math.min(piece, number - from);
                if (now.isSlow()) {
                    LockSupport.parkNanos(now.delay(length).toNanos());
                }
                out.write(bytes, from, length);
            }
        }

        private void awaitRelease(Way way) throws InterruptedException {
            synchronized (changes) {
                while (held.contains(way) || (way == Way.ASKED && heldBack)) {
                    changes.wait();
                }
            }
        }

        @Override
        public void close() {
            try (client;
                    upstream) {
                connections.remove(this);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            change(NONE, Set.of());
            cut();
            pumps.shutdownNow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
