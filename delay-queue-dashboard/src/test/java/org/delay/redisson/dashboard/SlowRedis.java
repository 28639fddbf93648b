package org.delay.redisson.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.tck.server.RedisServer;

/** A Redis whose answers take a while to arrive, although it works. */
final class SlowRedis implements AutoCloseable {

    private final RedisServer redis = RedisServer.start();
    private final ServerSocket server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile Duration delay = Duration.ZERO;

    SlowRedis() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    void delay(Duration wanted) {
        delay = wanted;
    }

    /** Bytes that wait for their time, a char each. */
    private record Answer(String bytes, long nanoTime) implements Delayed {

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(nanoTime - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(nanoTime, ((Answer) other).nanoTime);
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Socket behind = new Socket(InetAddress.getLoopbackAddress(), redis.port());
                DelayQueue<Answer> answers = new DelayQueue<>();
                threads.execute(() -> quietly(() -> client.getInputStream().transferTo(behind.getOutputStream())));
                threads.execute(() -> quietly(() -> read(behind.getInputStream(), answers)));
                threads.execute(() -> quietly(() -> write(answers, client.getOutputStream())));
            }
        } catch (IOException e) {
            // It is closed.
        }
    }

    private void read(InputStream in, DelayQueue<Answer> answers) throws IOException {
        byte[] buffer = new byte[8192];
        long last = System.nanoTime();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            // In their order, also when they become faster.
            last = Math.max(last + 1, System.nanoTime() + delay.toNanos());
            answers.add(new Answer(new String(buffer, 0, n, StandardCharsets.ISO_8859_1), last));
        }
    }

    private static void write(DelayQueue<Answer> answers, OutputStream out) throws IOException, InterruptedException {
        while (true) {
            out.write(answers.take().bytes().getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }
    }

    /** What a connection does until it ends. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void quietly(Work work) {
        try {
            work.run();
        } catch (IOException | InterruptedException e) {
            // The connection has ended.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
        redis.close();
    }
}
