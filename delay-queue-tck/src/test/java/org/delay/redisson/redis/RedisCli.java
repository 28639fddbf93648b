package org.delay.redisson.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.delay.redisson.tck.server.RedisServer;

/** Says plain commands to a server, as redis-cli does: nothing of the client that is tested is in between. */
final class RedisCli implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;

    private RedisCli(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        in = new BufferedInputStream(socket.getInputStream());
    }

    static RedisCli of(RedisServer server) {
        try {
            return new RedisCli(server.port());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One command on a connection of its own. */
    static Object once(RedisServer server, String... command) {
        try (RedisCli cli = of(server)) {
            return cli.call(command);
        }
    }

    /** How many calls a read-only server has refused, a script's among them, which the oldest server counts as any error. */
    static long refusals(RedisServer server) {
        return errors(server, "READONLY") + errors(server, "ERR");
    }

    /** How many answers of the server were an error of this kind since it started. */
    static long errors(RedisServer server, String kind) {
        String beginning = "errorstat_" + kind + ":count=";
        return once(server, "INFO", "errorstats")
                .toString()
                .lines()
                .filter(line -> line.startsWith(beginning))
                .mapToLong(line -> Long.parseLong(line.substring(beginning.length())))
                .sum();
    }

    /**
     * The answer: a text, a number, null or a list of answers.
     *
     * @throws IllegalStateException with the server's words where they are an error
     */
    synchronized Object call(String... command) {
        return call(List.of(command).stream().map(word -> word.getBytes(UTF_8)).toList());
    }

    String text(String... command) {
        return String.valueOf(call(command));
    }

    List<String> list(String... command) {
        return ((List<?>) call(command)).stream().map(String::valueOf).toList();
    }

    /** Every key with all that is in it; times to live do not count. */
    Map<String, String> everything() {
        Map<String, String> everything = new TreeMap<>();
        for (String key : list("KEYS", "*")) {
            everything.put(key, dump(key));
        }
        return everything;
    }

    private synchronized String dump(String key) {
        write(List.of("DUMP".getBytes(UTF_8), key.getBytes(UTF_8)));
        return String.valueOf(answer(true));
    }

    private Object call(List<byte[]> words) {
        write(words);
        return answer(false);
    }

    private void write(List<byte[]> words) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(("*" + words.size() + "\r\n").getBytes(UTF_8));
            for (byte[] word : words) {
                out.write(("$" + word.length + "\r\n").getBytes(UTF_8));
                out.write(word);
                out.write("\r\n".getBytes(UTF_8));
            }
            socket.getOutputStream().write(out.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Object answer(boolean binary) {
        try {
            String line = line();
            String rest = line.substring(1);
            return switch (line.charAt(0)) {
                case '+' -> rest;
                case '-' -> throw new IllegalStateException(rest);
                case ':' -> Long.valueOf(rest);
                case '$' -> bulk(Integer.parseInt(rest), binary);
                case '*' -> {
                    List<Object> answers = new ArrayList<>();
                    for (int i = Integer.parseInt(rest); i > 0; i--) {
                        answers.add(answer(binary));
                    }
                    yield answers;
                }
                default -> throw new IllegalStateException("Not an answer: " + line);
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Object bulk(int length, boolean binary) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length);
        in.skipNBytes(2);
        return new String(bytes, binary ? ISO_8859_1 : UTF_8);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new IOException("The server closed the connection");
            }
            line.write(next);
        }
        in.skipNBytes(1);
        return line.toString(UTF_8);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
