package org.delay.redisson.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
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
        for (Socket socket : sockets) {
            close(socket);
        }
        sockets.clear();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket upstream = new Socket(InetAddress.getLoopbackAddress(), server.port());
                sockets.add(client);
                sockets.add(upstream);
                pumps.execute(() -> pump(client, upstream, true));
                pumps.execute(() -> pump(upstream, client, false));
            }
        } catch (IOException closed) {
            cut();
        }
    }

    private void pump(Socket from, Socket to, boolean questions) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[1 << 16];
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                if (questions || !losing) {
                    out.write(bytes, 0, read);
                }
            }
        } catch (IOException closed) {
            // So is the other side then.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
