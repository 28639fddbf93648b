package org.delay.redisson.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The clients that the documents show send to, and receive from, a real server. Left out where their tool is not installed. */
class ClientExamplesTest {

    private static final String DOCUMENT = "http-clients.md";
    private static final Path FILES = Path.of("src", "test", "resources", "clients");
    private static final Duration LONG = Duration.ofMinutes(2);

    private static final List<Tool> TOOLS = List.of(
            new Tool("curl", "sh", "sh"),
            new Tool("python", "py", "python3"),
            new Tool("node", "mjs", "node"),
            new Tool("go", "go", "go run"));

    /**
     * What runs the files that end so.
     *
     * @param name the beginning of the ids that the sender gives, and of the program that must be there
     */
    record Tool(String name, String ending, String command) {

        Path file(String name) {
            return FILES.resolve(name + "." + ending);
        }

        private String program() {
            return name.equals("python") ? "python3" : name;
        }

        private boolean isInstalled() {
            return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                    .anyMatch(directory -> Files.isExecutable(Path.of(directory, program())));
        }

        private Process run(String script, Server server, Path output) throws Exception {
            ProcessBuilder builder = new ProcessBuilder(Stream.concat(
                                    Stream.of(command.split(" ")),
                                    Stream.of(file(script).toString()))
                            .toList())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put("DELAY_QUEUE_URL", server.api());
            builder.environment().put("DELAY_QUEUE_TOKEN", Server.TOKEN.token());
            return builder.start();
        }
    }

    private static RedisServer redis;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    static Stream<Tool> tools() {
        return TOOLS.stream();
    }

    /** Each has a server of its own: the last receive of a worker that was killed would take the next message of another one. */
    @ParameterizedTest
    @MethodSource("tools")
    @Execution(ExecutionMode.CONCURRENT)
    void theWorkerGetsWhatTheSenderSent(Tool tool) throws Exception {
        assumeTrue(tool.isInstalled(), "left out: no " + tool.program() + " on the PATH");
        try (ServerInJvm server = ServerInJvm.start(redis.port(), "delay.redisson.register-service=" + tool.name())) {
            theWorkerGetsWhatTheSenderSent(tool, server);
        }
    }

    private static void theWorkerGetsWhatTheSenderSent(Tool tool, Server server) throws Exception {
        String id = tool.name() + "-4711";
        Path sent = Files.createTempFile("sent", ".log");
        Process sender = tool.run("send", server, sent);
        assertThat(sender.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(sender.exitValue()).as(Files.readString(sent)).isZero();
        assertThat(Files.readString(sent)).contains(id, "SCHEDULED");

        Path worked = Files.createTempFile("worked", ".log");
        Process worker = tool.run("work", server, worked);
        try {
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(Files.readString(worked)).contains(id, "4711"));
            await().atMost(LONG).until(() -> counts(server, "due") == 0 && counts(server, "leased") == 0);
            assertThat(counts(server, "dead")).isZero();
        } finally {
            worker.descendants().forEach(ProcessHandle::destroyForcibly);
            worker.destroyForcibly().waitFor();
        }
    }

    private static long counts(Server server, String state) throws Exception {
        return server.getJson("/topics/order-timeout").get(state).longValue();
    }

    @Test
    void theDocumentShowsTheseFiles() throws Exception {
        for (Path document : List.of(Path.of("..", "docs", DOCUMENT), Path.of("..", "docs", "zh-CN", DOCUMENT))) {
            List<String> blocks = Pattern.compile("(?ms)^```(?:sh|python|javascript|go)\\n(.*?)^```$")
                    .matcher(Files.readString(document))
                    .results()
                    .map((MatchResult block) -> block.group(1))
                    .toList();
            List<String> files = TOOLS.stream()
                    .flatMap(tool -> Stream.of(tool.file("send"), tool.file("work")))
                    .map(ClientExamplesTest::read)
                    .toList();
            assertThat(blocks).isEqualTo(files);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
