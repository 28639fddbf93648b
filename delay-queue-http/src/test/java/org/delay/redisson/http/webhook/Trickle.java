package org.delay.redisson.http.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers each call's first bytes at once, and then some more again and again, until it is cut off. */
final class Trickle implements AutoCloseable {

    private final ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    private final Set<Socket> calls = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger cutOff = new AtomicInteger();

    Trickle(String first, String more) throws IOException {
        start(() -> answer(first));
        start(() -> trickle(more));
    }

    private static void start(Runnable loop) {
        Thread thread = new Thread(loop);
        thread.setDaemon(true);
        thread.start();
    }

    private void answer(String first) {
        while (!server.isClosed()) {
            try {
                Socket call = server.accept();
                call.getInputStream().read(new byte[1024]);
                write(call, first);
                calls.add(call);
            } catch (IOException e) {
                // The test has ended.
            }
        }
    }

    private void trickle(String more) {
        try {
            while (!closed.await(20, MILLISECONDS)) {
                calls.forEach(call -> {
                    if (!write(call, more)) {
                        calls.remove(call);
                        cutOff.incrementAndGet();
                    }
                });
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean write(Socket call, String text) {
        try {
            call.getOutputStream().write(text.getBytes(UTF_8));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/";
    }

    int cutOff() {
        return cutOff.get();
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        server.close();
        for (Socket call : calls) {
            call.close();
        }
    }
}
