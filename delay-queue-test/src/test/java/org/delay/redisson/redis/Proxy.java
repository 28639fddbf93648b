package org.delay.redisson.redis;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.delay.redisson.test.RedisServer;

/**
 * Stands between a client and a server that must reach each other, and can lose the server's answers. All is passed on until
 * something else is asked for.
 */
final class Proxy implements AutoCloseable {

    private final ServerSocket listener;
    private final RedisServer server;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final ExecutorService pumps = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean losing;

    private Proxy(RedisServer server) throws IOException {
        this.server = server;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        pumps.execute(this::accept);
    }

    static Proxy to(RedisServer server) {
        try {
            return new Proxy(server);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String uri() {
        return "redis://127.0.0.1:" + listener.getLocalPort();
    }

    /** From now on the server gets what the client says, and the client hears nothing. */
    void loseAnswers() {
        losing = true;
    }

    /** From now on all is passed on; connections that lost something end, as those of a network do. */
    void passOn() {
        if (losing) {
            losing = false;
            cut();
        }
    }

    /** Closes all connections; the client may make new ones. */
    void cut() {
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void accept() {
        try {
            while (true) {
                Connection connection =
                        new Connection(listener.accept(), new Socket(InetAddress.getLoopbackAddress(), server.port()));
                connections.add(connection);
                pumps.execute(() -> pump(connection, Connection::ask));
                pumps.execute(() -> pump(connection, Connection::answer));
            }
        } catch (IOException closed) {
            cut();
        }
    }

    private void pump(Connection connection, Pump pump) {
        try (connection) {
            pump.run(connection);
        } catch (IOException closed) {
            // So is the other side then.
        } finally {
            connections.remove(connection);
        }
    }

    private interface Pump {
        void run(Connection connection) throws IOException;
    }

    /** One that lost an answer never passes on a later one: the client would take it for the answer that it waits for. */
    private final class Connection implements Closeable {

        private final Socket client;
        private final Socket upstream;

        private Connection(Socket client, Socket upstream) {
            this.client = client;
            this.upstream = upstream;
        }

        private void ask() throws IOException {
            client.getInputStream().transferTo(upstream.getOutputStream());
        }

        private void answer() throws IOException {
            InputStream in = upstream.getInputStream();
            OutputStream out = client.getOutputStream();
            byte[] bytes = new byte[1 << 16];
            boolean lost = false;
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                lost |= losing;
                if (!lost) {
                    out.write(bytes, 0, read);
                }
            }
        }

        @Override
        public void close() throws IOException {
            client.close();
            upstream.close();
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            cut();
            pumps.shutdownNow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
