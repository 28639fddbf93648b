package org.delay.redisson.server;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.delay.redisson.tck.server.FreePort;

/** A proxy that sends requests to servers in turn, as its documents show it. */
final class Nginx extends Server implements AutoCloseable {

    private final Process process;

    private Nginx(Process process, int port) {
        super(port);
        this.process = process;
    }

    /** Where the program is, if it is on the path. */
    static Optional<Path> program() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, "nginx"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** In front of these servers. */
    static Nginx start(Path program, Server... servers) throws IOException {
        int port = FreePort.next();
        Path directory = Files.createTempDirectory("nginx");
        String all = Stream.of(servers)
                .map(server -> "server 127.0.0.1:" + server.port() + " fail_timeout=1s;")
                .collect(Collectors.joining(" "));
        Path file = Files.writeString(directory.resolve("nginx.conf"), """
                daemon off;
                worker_processes 1;
                pid %1$s/pid;
                error_log stderr crit;
                events { worker_connections 2048; }
                http {
                    access_log off;
                    client_body_temp_path %1$s/body;
                    proxy_temp_path %1$s/proxy;
                    fastcgi_temp_path %1$s/fastcgi;
                    uwsgi_temp_path %1$s/uwsgi;
                    scgi_temp_path %1$s/scgi;
                    upstream servers { %2$s keepalive 64; }
                    server {
                        listen 127.0.0.1:%3$d;
                        location / {
                            proxy_pass http://servers;
                            proxy_http_version 1.1;
                            proxy_set_header Connection "";
                        }
                    }
                }
                """.formatted(directory, all, port));
        Process process = new ProcessBuilder(program.toString(), "-p", directory.toString(), "-c", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> listens(process, port));
        return new Nginx(process, port);
    }

    private static boolean listens(Process process, int port) {
        if (!process.isAlive()) {
            throw new IllegalStateException("nginx has ended with " + process.exitValue());
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }
}
