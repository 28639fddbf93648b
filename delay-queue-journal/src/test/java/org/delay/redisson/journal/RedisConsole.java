package org.delay.redisson.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;
import org.delay.redisson.tck.server.RedisServer;

/** What an operator, or a failing disk, does to a Redis server. */
record RedisConsole(RedisServer server) {

    /** The first line of the answer to a command without blanks in its arguments. */
    String call(String command) {
        return lines(command, 1);
    }

    /** Whether this replica has all that its master has had when they met. */
    boolean isInStep() {
        int lines = 4;
        String line = lines("INFO replication", lines);
        while (!line.startsWith("master_sync_in_progress")) {
            if (line.equals("master_link_status:down")) {
                return false;
            }
            line = lines("INFO replication", ++lines);
        }
        return line.equals("master_sync_in_progress:0");
    }

    private String lines(String command, int last) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String line = "";
            for (int i = 0; i < last; i++) {
                line = answer.readLine();
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file to which commands are appended. */
    Path appendOnlyFile() {
        Path directory = Path.of(lines("CONFIG GET dir", 5));
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".aof"))
                    .filter(file -> !file.getFileName().toString().contains(".base."))
                    .max(Comparator.comparing(Path::toString))
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As if the system had not written the end of the file before it died. */
    static void cut(Path file, long size) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
