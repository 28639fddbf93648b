package org.delay.redisson.journal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** What was committed is there after PostgreSQL was killed. */
class DurabilityTest {

    @Test
    @Timeout(600)
    void whatWasCommittedOutlivesAKill(@TempDir Path directory) throws Exception {
        Path data = directory.resolve("data");
        Queue<MessageKey> committed = new ConcurrentLinkedQueue<>();
        PostgresServer server = PostgresServer.start(data);
        TestDatabase database = TestDatabase.connected("postgresql", server.url());
        Fixture before = new Fixture(database);

        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> sendUntilItFails(before, committed));
        await().atMost(Duration.ofMinutes(2)).until(() -> committed.size() > 300);
        server.kill();
        sending.join();
        database.dataSource().close();

        PostgresServer again = PostgresServer.start(data);
        try {
            TestDatabase restarted = TestDatabase.connected("postgresql", again.url());
            assertThat(new Fixture(restarted, before.service).store.versions(committed))
                    .hasSameSizeAs(committed)
                    .allSatisfy((key, version) -> assertThat(version.state()).isEqualTo(MessageState.WAITING));
            restarted.dataSource().close();
        } finally {
            again.close();
        }
    }

    private static void sendUntilItFails(Fixture fixture, Queue<MessageKey> committed) {
        try {
            for (int i = 0; ; i++) {
                String id = "id-" + i;
                fixture.transaction(() -> fixture.store.record(List.of(Fixture.send(id))));
                committed.add(Fixture.key(id));
            }
        } catch (DataAccessException | TransactionException killed) {
            // It was killed.
        }
    }
}
