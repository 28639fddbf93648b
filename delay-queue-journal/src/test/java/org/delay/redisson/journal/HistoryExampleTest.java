package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.RevisionedStore.MessageRevision;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.HistoryEntry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The history of one message, as the document prints it. */
class HistoryExampleTest extends JournalFixture {

    private static final Path DOCUMENTS = Path.of("..", "docs");
    private static final String ID = "4711";

    private final String claimer = UUID.randomUUID().toString();
    private App app;
    private int claims;

    @ParameterizedTest
    @ValueSource(strings = {".", "zh-CN"})
    void theDocumentPrintsIt(String directory) throws IOException {
        app = app(database(Databases.H2, 6)).started();
        String thread = Thread.currentThread().getName();
        try {
            tell();
        } finally {
            Thread.currentThread().setName(thread);
        }
        awaitChanges(7);

        String document = Files.readString(DOCUMENTS.resolve(directory).resolve("journal.md"));
        List<HistoryEntry> history = history();
        assertThat(history).extracting(HistoryEntry::at).isSorted();
        List<String> printed = document.lines()
                .filter(line -> line.matches("\\d{2}:\\d{2}:\\d{2}\\.\\d{3}  .*"))
                .toList();
        assertThat(printed.stream().map(line -> line.substring(12)))
                .as(directory)
                .isEqualTo(lines(history));
        assertThat(printed).isSorted();
    }

    private void tell() {
        Thread.currentThread().setName("http-nio-8080-exec-1");
        app.inTransaction(status -> app.send(ID, LATER));
        awaitChanges(2);
        app.queue().reschedule(TOPIC, ID, Duration.ZERO);
        awaitChanges(4);
        loseIt();
        Thread.currentThread().setName("http-nio-8080-exec-2");
        assertThat(app.journal()
                        .operations()
                        .restore(RestoreRequest.ALL.withId(ID), progress -> {})
                        .restored())
                .isOne();
        Thread.currentThread().setName("delay-queue-worker");
        ClaimResult first = claim();
        assertThat(app.queue().retry(first.lease(), List.of(new Retry(ID, Duration.ZERO, true))))
                .isEmpty();
        ClaimResult second = claim();
        assertThat(app.queue().ack(second.lease(), List.of(ID))).isEmpty();
    }

    /** Without its time. */
    private List<String> lines(List<HistoryEntry> history) {
        return history.stream()
                .map(entry -> "  %-11s  %-7s  %s%s"
                        .formatted(
                                entry.event().change(),
                                entry.event().shard() == null
                                        ? ""
                                        : "shard " + entry.event().shard(),
                                Objects.requireNonNull(entry.event().thread()).replace(service, "shop"),
                                entry.event().detail() == null
                                        ? ""
                                        : "  " + entry.event().detail()))
                .toList();
    }

    private void loseIt() {
        long revision = app.journal()
                .operations()
                .find(TOPIC, ID)
                .orElseThrow()
                .row()
                .version()
                .revision();
        app.redis().revisions().orElseThrow().cancel(List.of(new MessageRevision(TOPIC, ID, revision)));
        assertThat(app.isInRedis(ID)).isFalse();
    }

    private ClaimResult claim() {
        ClaimResult[] claim = new ClaimResult[1];
        await().until(() -> {
            claim[0] = app.queue()
                    .claim(new ClaimRequest(
                            0,
                            TOPIC,
                            new ClaimId(claimer, ++claims),
                            Duration.ofSeconds(60),
                            new ClaimLimit(10, 1L << 30)));
            return !claim[0].messages().isEmpty();
        });
        return claim[0];
    }

    private void awaitChanges(int count) {
        await().untilAsserted(() -> assertThat(history())
                .extracting(entry -> entry.event().change())
                .hasSize(count)
                .contains(Change.SENT));
    }

    private List<HistoryEntry> history() {
        return app.journal().operations().find(TOPIC, ID).orElseThrow().history();
    }
}
