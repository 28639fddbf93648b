package org.delay.redisson.benchmark.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/** A connection to a server, with one request at a time. For the thread of its {@link Wires}. */
final class Wire {

    private static final int SMALL = 1024;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Framing framing;

    /** What was read of the answers, of which {@code complete} bytes belong to whole ones. */
    private byte[] bytes = new byte[SMALL];

    private int read;
    private int complete;
    private int missing;
    private ByteBuffer rest = ByteBuffer.allocate(0);
    private Consumer<String> then = text -> {};

    Wire(SocketChannel channel, SelectionKey key, Framing framing) {
        this.channel = channel;
        this.key = key;
        this.framing = framing;
    }

    /** Writes a request. Its answers are told as one text. */
    void call(Request request, Consumer<String> then) throws IOException {
        if (missing > 0) {
            throw new IllegalStateException("The answer to the earlier request is missing");
        }
        this.then = then;
        missing = request.answers();
        rest = ByteBuffer.wrap(request.text().getBytes(StandardCharsets.ISO_8859_1));
        write();
    }

    private void write() throws IOException {
        channel.write(rest);
        key.interestOps(rest.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    /** Does what the channel is ready for. */
    void proceed(ByteBuffer buffer) throws IOException {
        if (key.isWritable()) {
            write();
        }
        if (key.isReadable()) {
            buffer.clear();
            if (channel.read(buffer) < 0) {
                throw new EOFException("The server closed a connection");
            }
            buffer.flip();
            append(buffer);
        }
    }

    private void append(ByteBuffer buffer) {
        int size = read + buffer.remaining();
        if (size > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        buffer.get(bytes, read, buffer.remaining());
        read = size;
        for (int end = next(); missing > 0 && end >= 0; end = next()) {
            complete = end;
            missing--;
            if (missing == 0) {
                tell();
                return;
            }
        }
    }

    private int next() {
        return framing.end(bytes, complete, read);
    }

    private void tell() {
        String text = new String(bytes, 0, complete, StandardCharsets.ISO_8859_1);
        read = 0;
        complete = 0;
        then.accept(text);
    }
}
