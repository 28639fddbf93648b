package org.delay.redisson.system;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import org.delay.redisson.tck.server.RedisServer;

/** Commands to a server itself, over a connection that no client of ours knows of. */
public final class RedisCommand {

    private RedisCommand() {}

    /** Runs a command, in which arguments with blanks have double quotes, and returns its answer, of one line or one text. */
    public static String run(RedisServer server, String command) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write((command + "\r\n").getBytes(US_ASCII));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            String first = line(in);
            if (first.startsWith("-")) {
                throw new IllegalStateException(command + ": " + first);
            }
            if (!first.startsWith("$")) {
                return first.substring(1);
            }
            byte[] text = new byte[Integer.parseInt(first.substring(1))];
            in.readFully(text);
            return new String(text, US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
