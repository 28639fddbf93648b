package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.tck.server.KafkaBroker;

/** Where one scenario runs once: its size, its ledgers, and a Kafka that it shares with others. Thread-safe. */
public final class Lab implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(20);

    /** The most of a page. */
    private static final int PAGE = 1_000;

    private final Scale scale;
    private final Path directory;
    private final Supplier<KafkaBroker> kafka;
    private final List<LedgerFile> ledgers = new ArrayList<>();

    /**
     * @param directory of the ledgers; it need not be there, and nobody else may use it
     * @param kafka starts it if nobody has
     */
    public Lab(Scale scale, Path directory, Supplier<KafkaBroker> kafka) {
        this.scale = scale;
        this.directory = directory;
        this.kafka = kafka;
    }

    /** How large it is to be. */
    public Scale scale() {
        return scale;
    }

    /** Where other JVMs write their ledgers, each under a name of its own. */
    public Path directory() {
        return directory;
    }

    /** A Kafka whose topics are whoever creates them. */
    public KafkaBroker kafka() {
        return kafka.get();
    }

    /** Begins a ledger of this JVM, which {@link #audit()} closes. */
    public synchronized LedgerFile ledger(String writer) {
        LedgerFile ledger = LedgerFile.open(directory, writer);
        ledgers.add(ledger);
        return ledger;
    }

    /** Waits until nothing of a topic is due or leased: every message is delivered, gone or dead. */
    public void awaitDrained(DelayQueueMessage queue, String topic, Duration timeout) {
        await("until " + topic + " is drained")
                .pollInterval(POLL)
                .atMost(timeout)
                .ignoreExceptions()
                .until(() -> {
                    DelayQueueMessage.Counts counts = queue.counts(topic);
                    return counts.due() == 0 && counts.leased() == 0;
                });
    }

    /** The ids of what a topic has leased. A message that is leased or settled meanwhile may be among them or not. */
    static Set<String> leased(DelayQueueMessage queue, String topic) {
        Set<String> ids = new HashSet<>();
        String cursor = null;
        do {
            DelayQueueMessage.Page page = queue.list(topic, State.LEASED, cursor, PAGE);
            page.messages().forEach(stored -> ids.add(stored.message().id()));
            cursor = page.next();
        } while (cursor != null);
        return ids;
    }

    /** What all ledgers say. To be asked after the drain, when all writers have ended. */
    public Audit audit() {
        return audit(id -> true);
    }

    /** What they say of some messages. */
    public synchronized Audit audit(Predicate<String> ids) {
        close();
        return Checker.check(directory, ids);
    }

    /** Closes the ledgers of this JVM. */
    @Override
    public synchronized void close() {
        ledgers.forEach(LedgerFile::close);
        ledgers.clear();
    }
}
