package org.delay.redisson.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An address that leads to one server and then to another, as after a failover. Connections end with the change. */
final class Switchboard implements AutoCloseable {

    private final ServerSocket entrance;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile int target;

    Switchboard(int target) throws IOException {
        this.target = target;
        entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        run(this::accept);
    }

    String uri() {
        return "redis://127.0.0.1:" + entrance.getLocalPort();
    }

    void leadTo(int port) {
        target = port;
        sockets.forEach(Switchboard::close);
        sockets.clear();
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                Socket in = entrance.accept();
                connect(in);
            } catch (IOException closed) {
                // The loop ends with the entrance.
            }
        }
    }

    private void connect(Socket in) {
        try {
            Socket out = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(in);
            sockets.add(out);
            run(() -> copy(in, out));
            run(() -> copy(out, in));
        } catch (IOException refused) {
            close(in);
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException over) {
            // Both ends are closed.
        } finally {
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(Runnable work) {
        Thread thread = new Thread(work, "switchboard");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        entrance.close();
        leadTo(0);
    }
}
