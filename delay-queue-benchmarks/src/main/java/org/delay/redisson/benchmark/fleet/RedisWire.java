package org.delay.redisson.benchmark.fleet;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A connection to Redis that does nothing by itself, so that it adds nothing to what is measured. For one thread. */
public final class RedisWire implements Closeable {

    private final Socket socket;
    private final InputStream in;

    /** To a Redis on this machine. */
    public RedisWire(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** The answer: a text, a number as text, or a list of these. */
    public Object call(String... words) throws IOException {
        StringBuilder command = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            command.append('$')
                    .append(word.length())
                    .append("\r\n")
                    .append(word)
                    .append("\r\n");
        }
        socket.getOutputStream().write(command.toString().getBytes(StandardCharsets.US_ASCII));
        return read();
    }

    /** The value of a field that INFO shows, or 0. */
    public static double field(String info, String name) {
        return info.lines()
                .filter(line -> line.startsWith(name + ":"))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElse(0);
    }

    private Object read() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '$' -> bulk(Integer.parseInt(rest));
            case '*' -> {
                List<Object> list = new ArrayList<>();
                for (int i = 0; i < Integer.parseInt(rest); i++) {
                    list.add(read());
                }
                yield list;
            }
            case '-' -> throw new IOException(rest);
            default -> rest;
        };
    }

    private String bulk(int size) throws IOException {
        if (size < 0) {
            return "";
        }
        String text = new String(in.readNBytes(size), StandardCharsets.UTF_8);
        var unused = line();
        return text;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
