package org.delay.redisson.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Says commands to Redis and shows the answers as {@code redis-cli} does, which need not be installed. */
final class RedisCli implements AutoCloseable {

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    private final Socket socket;
    private final InputStream in;

    RedisCli(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** The answer to a command, as lines. */
    String say(String command) throws IOException {
        List<String> words = WORD.matcher(command).results().map(RedisCli::word).toList();
        StringBuilder request = new StringBuilder("*" + words.size() + "\r\n");
        for (String word : words) {
            request.append("$")
                    .append(word.getBytes(UTF_8).length)
                    .append("\r\n")
                    .append(word)
                    .append("\r\n");
        }
        socket.getOutputStream().write(request.toString().getBytes(UTF_8));
        return answer("");
    }

    private static String word(MatchResult found) {
        return found.group(1) != null ? found.group(1) : found.group(2) != null ? found.group(2) : found.group(3);
    }

    private String answer(String indent) throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> "(error) " + rest;
            case ':' -> "(integer) " + rest;
            case '$' -> text(Integer.parseInt(rest));
            case '*' -> list(Integer.parseInt(rest), indent);
            default -> throw new IOException("Not an answer: " + line);
        };
    }

    private String list(int size, String indent) throws IOException {
        if (size <= 0) {
            return size == 0 ? "(empty array)" : "(nil)";
        }
        int digits = String.valueOf(size).length();
        List<String> lines = new ArrayList<>();
        for (int i = 1; i <= size; i++) {
            String number = ("%" + digits + "d) ").formatted(i);
            lines.add((i == 1 ? "" : indent) + number + answer(indent + " ".repeat(number.length())));
        }
        return String.join("\n", lines);
    }

    private String text(int length) throws IOException {
        if (length < 0) {
            return "(nil)";
        }
        String text = new String(in.readNBytes(length), UTF_8);
        in.skipNBytes(2);
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new IOException("Redis closed the connection");
            }
            line.write(next);
        }
        in.skipNBytes(1);
        return line.toString(UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
