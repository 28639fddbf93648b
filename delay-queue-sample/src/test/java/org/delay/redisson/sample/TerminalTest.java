package org.delay.redisson.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody at a terminal sees: the page's address, also where the usual port is taken, and a quiet end. */
class TerminalTest {

    private static final Pattern ADDRESS = Pattern.compile("http://localhost:(\\d+)");

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "A process can't be sent a signal there")
    void tellsItsAddressAndEndsQuietlyBySignal(@TempDir Path directory) throws Exception {
        try (AutoCloseable usualPort = taken(8080);
                Run run = Run.start(directory, "--sample.story=false", "--spring.config.location=classpath:/")) {
            Matcher address = ADDRESS.matcher(run.awaitLine("Ctrl-C"));
            assertThat(address.find()).isTrue();
            assertThat(address.group(1)).isNotEqualTo("8080");
            assertThat(page(address.group())).contains("<title>Orders and their delayed messages</title>");
            List<ProcessHandle> redis = run.children();
            assertThat(redis).isNotEmpty();

            run.stop();

            run.end();
            assertThat(run.errors()).isEmpty();
            assertThat(run.output()).hasSize(1);
            await().until(() -> redis.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"An order that", "tea     placed", "coffee  paid"})
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "A process can't be sent a signal there")
    void endsQuietlyInTheMiddleOfItsStory(String line, @TempDir Path directory) throws Exception {
        try (Run run = Run.start(directory)) {
            run.awaitLine(line);

            run.stop();

            run.end();
            assertThat(run.errors()).isEmpty();
            assertThat(run.output()).allSatisfy(told -> assertThat(told).matches(ToldStory.LINE));
        }
    }

    /** By this test, or by somebody else. */
    private static AutoCloseable taken(int port) {
        try {
            ServerSocket socket = new ServerSocket(port);
            return socket;
        } catch (IOException inUse) {
            return () -> {};
        }
    }

    private static String page(String address) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
                .body();
    }
}
