package org.delay.redisson.benchmark.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Connections to a server that are all served by one thread, which is the caller of {@link #run}. So the load takes little of the
 * processors that it shares with what is measured.
 */
final class Wires implements AutoCloseable {

    /** What is done between answers, such as sending at a steady rate. */
    interface Pace {

        Pace NONE = () -> Long.MAX_VALUE;

        /** Does what is to be done, and answers in how many nanoseconds there is more. */
        long next() throws IOException;
    }

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int BUFFER = 1 << 18;
    private static final long MILLI = 1_000_000;
    private static final long LONGEST_MS = 100;

    private final Selector selector;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);

    Wires() throws IOException {
        selector = Selector.open();
    }

    Wire open(int port, Framing framing) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        Wire wire = new Wire(channel, key, framing);
        key.attach(wire);
        return wire;
    }

    /**
     * Serves the connections until something is the case.
     *
     * @throws IOException if it takes too long, or a connection ends
     */
    void run(BooleanSupplier isDone, Pace pace) throws IOException {
        long begun = System.nanoTime();
        while (!isDone.getAsBoolean()) {
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new IOException("Not done after " + PATIENCE);
            }
            // A millisecond at least: whoever spins takes a processor away from what is measured.
            selector.select(this::proceed, Math.max(1, Math.min(pace.next() / MILLI, LONGEST_MS)));
        }
    }

    /** Serves them for a while. */
    void run(Duration time) throws IOException {
        long begun = System.nanoTime();
        run(() -> System.nanoTime() - begun >= time.toNanos(), Pace.NONE);
    }

    private void proceed(SelectionKey key) {
        try {
            ((Wire) key.attachment()).proceed(buffer);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
