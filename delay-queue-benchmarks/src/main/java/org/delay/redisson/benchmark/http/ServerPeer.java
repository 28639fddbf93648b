package org.delay.redisson.benchmark.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.delay.redisson.benchmark.fleet.RedisWire;
import org.delay.redisson.tck.server.RedisServer;

/** This project's server and its Redis. */
record ServerPeer(RedisServer redis, ChildProcess server, int port) implements Peer {

    private static final Path TARGET = Path.of("..", "delay-queue-server", "target");
    private static final String TOKEN = "dq_load_" + "a".repeat(43);
    private static final int BULK = 100;
    private static final HttpFraming FRAMING = new HttpFraming();

    static Peer open(HttpLab lab) throws Exception {
        RedisServer redis = RedisServer.start();
        try {
            int port = ChildProcess.freePort();
            List<String> command = new ArrayList<>(List.of(
                    ChildProcess.java(),
                    "-Xmx1g",
                    "-jar",
                    jar().toString(),
                    "--server.port=" + port,
                    "--server.address=127.0.0.1",
                    "--spring.data.redis.port=" + redis.port(),
                    "--delay.redisson.register-service=load",
                    "--delay.redisson.http.limits.waiters-per-token=5000",
                    "--delay.redisson.http.tokens.load.sha256=" + sha256(TOKEN)));
            Stream.of("send", "receive")
                    .forEach(permission -> command.add("--delay.redisson.http.tokens.load." + permission + "=*"));
            return new ServerPeer(redis, ChildProcess.start("server", port, command), port);
        } catch (IOException | RuntimeException e) {
            redis.close();
            throw e;
        }
    }

    private static Path jar() throws IOException {
        try (Stream<Path> files = Files.list(TARGET)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .findFirst()
                    .orElseThrow(
                            () -> new IOException("There is no server in " + TARGET + ": build it with 'package'"));
        }
    }

    private static String sha256(String token) throws NoSuchAlgorithmException {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public ProcessHandle process() {
        return server.handle();
    }

    @Override
    public Wire connect(Wires wires, String topic) throws IOException {
        return wires.open(port, FRAMING);
    }

    private static Request post(String path, String json) {
        return new Request(
                "POST /delay-queue/v1" + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + TOKEN
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + json.length() + "\r\n\r\n" + json,
                1);
    }

    @Override
    public Request send(String topic, String body, int delaySeconds) {
        return post(
                "/topics/" + topic + "/messages",
                "{\"body\":\"%s\",\"delayMs\":%d}".formatted(body, 1_000L * delaySeconds));
    }

    @Override
    public int bulk() {
        return BULK;
    }

    @Override
    public Request sendAll(String topic, List<String> bodies, int delaySeconds) {
        return post(
                "/messages",
                bodies.stream()
                        .map(body -> "{\"topic\":\"" + topic + "\",\"body\":\"" + body + "\",\"delayMs\":"
                                + 1_000L * delaySeconds + "}")
                        .collect(Collectors.joining(",", "{\"messages\":[", "]}")));
    }

    @Override
    public Request receive(String topic, int most, List<String> handles) {
        String acks = handles.isEmpty() ? "" : "\"" + String.join("\",\"", handles) + "\"";
        return post(
                "/receive",
                "{\"topics\":[\"" + topic + "\"],\"max\":" + most + ",\"waitMs\":20000,\"ack\":[" + acks + "]}");
    }

    @Override
    public Received received(String answer) {
        return new Received(Texts.after("\"body\":\"", answer), Texts.after("\"handle\":\"", answer));
    }

    @Override
    public RedisUse redisUse() throws IOException {
        try (RedisWire wire = new RedisWire(redis.port())) {
            String info = wire.call("INFO", "all").toString();
            return new RedisUse(
                    RedisWire.field(info, "total_commands_processed"),
                    RedisWire.field(info, "used_cpu_sys") + RedisWire.field(info, "used_cpu_user"));
        }
    }

    @Override
    public void close() {
        server.close();
        redis.close();
    }
}
