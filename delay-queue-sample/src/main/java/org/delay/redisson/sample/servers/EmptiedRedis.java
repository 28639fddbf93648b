package org.delay.redisson.sample.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import org.delay.redisson.sample.OwnRedis;

/** Calls {@code FLUSHALL}. */
record EmptiedRedis(int port) implements OwnRedis {

    @Override
    public void loseEverything() {
        try (Socket connection = new Socket("localhost", port)) {
            connection.getOutputStream().write("FLUSHALL\r\n".getBytes(UTF_8));
            if (connection.getInputStream().read() != '+') {
                throw new IOException("FLUSHALL was refused");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
