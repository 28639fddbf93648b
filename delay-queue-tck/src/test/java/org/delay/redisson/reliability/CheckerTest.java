package org.delay.redisson.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.system.ChildJvm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plants each fault in ledgers in which all else is well: it must be found, and nothing besides. */
class CheckerTest {

    private static final Instant DUE = Instant.parse("2026-01-01T00:00:00.500Z");

    private static final Instant JUST_AFTER = DUE.plusNanos(700_000);

    @TempDir
    private Path directory;

    private LedgerFile sender;
    private LedgerFile receiver;

    @BeforeEach
    void allIsWell() {
        sender = LedgerFile.open(directory, "sender");
        receiver = LedgerFile.open(directory, "receiver");
        sent("delivered");
        receiver.arrived("delivered", DUE, DUE, 1);
        sent("cancelled");
        sender.cancelled("cancelled");
        sent("buried");
        receiver.buried("buried");
        sender.attempted("not acknowledged");
        sender.attempted("not acknowledged, and delivered");
        receiver.arrived("not acknowledged, and delivered", JUST_AFTER, DUE, 1);
    }

    private void sent(String id) {
        sender.attempted(id);
        sender.accepted(List.of(new Receipt("topic", id, DUE, Outcome.SCHEDULED)));
    }

    private Audit audit() {
        sender.close();
        receiver.close();
        return Checker.check(directory, id -> true);
    }

    private static void assertNothingElse(Audit audit, String... except) {
        List<String> exceptions = List.of(except);
        assertThat(exceptions.contains("lost") ? List.of() : audit.lost()).isEmpty();
        assertThat(exceptions.contains("early") ? List.of() : audit.early()).isEmpty();
        assertThat(exceptions.contains("duplicates") ? 0 : audit.duplicates()).isZero();
        assertThat(exceptions.contains("duplicates") ? List.of() : audit.duplicated())
                .isEmpty();
        assertThat(exceptions.contains("cancelled") ? List.of() : audit.cancelledThenDelivered())
                .isEmpty();
        assertThat(exceptions.contains("twice") ? List.of() : audit.acceptedTwice())
                .isEmpty();
        assertThat(exceptions.contains("unknown") ? List.of() : audit.unknown()).isEmpty();
        assertThat(exceptions.contains("torn") ? List.of() : audit.torn()).isEmpty();
    }

    @Test
    void nothingIsFoundWhereAllIsWell() {
        Audit audit = audit();

        assertNothingElse(audit);
        assertThat(audit.accepted()).isEqualTo(3);
        assertThat(audit.cancelled()).isEqualTo(1);
        assertThat(audit.buried()).containsExactly("buried");
        assertThat(audit.lateness().sorted()).containsExactly(Duration.ZERO, Duration.ofNanos(700_000));
        assertThat(audit.worst()).isEqualTo(Duration.ofNanos(700_000));
    }

    @Test
    void aLostMessage() {
        sent("never seen");

        Audit audit = audit();

        assertThat(audit.lost()).containsExactly("never seen");
        assertNothingElse(audit, "lost");
    }

    @Test
    void oneThatIsEarlyByTheTimeThatItTells() {
        sent("hasty");
        receiver.arrived("hasty", DUE, DUE.plusMillis(1), 1);

        Audit audit = audit();

        assertThat(audit.early()).containsExactly("hasty");
        assertNothingElse(audit, "early");
    }

    @Test
    void oneThatIsEarlyByTheTimeThatItsSenderWasTold() {
        sent("hasty");
        receiver.arrived("hasty", DUE.minusNanos(1_000), DUE.minusMillis(1), 1);

        Audit audit = audit();

        assertThat(audit.early()).containsExactly("hasty");
        assertNothingElse(audit, "early");
    }

    @Test
    void oneThatIsEarlyByTheTimeThatItsSenderAskedFor() {
        sender.attempted(OutgoingMessage.to("topic")
                .id("hasty")
                .body("body")
                .dueTime(DUE.plusMillis(1))
                .build());
        sender.accepted(List.of(new Receipt("topic", "hasty", DUE, Outcome.SCHEDULED)));
        receiver.arrived("hasty", DUE, DUE, 1);

        Audit audit = audit();

        assertThat(audit.early()).containsExactly("hasty");
        assertNothingElse(audit, "early");
    }

    /** Redis stored the message and did not answer, the message was delivered, and the repetition stored it again. */
    @Test
    void noneOfATryWithoutAnAnswerIfTheRepetitionIsDeliveredToo() {
        sender.attempted("repeated", DUE);
        sender.accepted(List.of(new Receipt("topic", "repeated", DUE.plusSeconds(6), Outcome.SCHEDULED)));
        receiver.arrived("repeated", JUST_AFTER, DUE, 1);
        receiver.arrived("repeated", DUE.plusSeconds(6), DUE.plusSeconds(6), 1);

        Audit audit = audit();

        assertThat(audit.duplicated()).containsExactly("repeated");
        assertNothingElse(audit, "duplicates");
    }

    @Test
    void oneOfATryWithoutAnAnswerThatCameBeforeItsSenderAskedForIt() {
        sender.attempted("repeated", DUE.plusMillis(1));
        sender.accepted(List.of(new Receipt("topic", "repeated", DUE.plusSeconds(6), Outcome.SCHEDULED)));
        receiver.arrived("repeated", DUE, DUE, 1);
        receiver.arrived("repeated", DUE.plusSeconds(6), DUE.plusSeconds(6), 1);

        Audit audit = audit();

        assertThat(audit.early()).containsExactly("repeated");
        assertNothingElse(audit, "early", "duplicates");
    }

    @Test
    void oneWhoseDueTimeIsNotThatOfTheReceiptIfNoRepetitionIsDelivered() {
        sender.attempted("hasty", DUE);
        sender.accepted(List.of(new Receipt("topic", "hasty", DUE.plusSeconds(6), Outcome.SCHEDULED)));
        receiver.arrived("hasty", JUST_AFTER, DUE, 1);

        Audit audit = audit();

        assertThat(audit.early()).containsExactly("hasty");
        assertNothingElse(audit, "early");
    }

    @Test
    void duplicates() {
        receiver.arrived("delivered", JUST_AFTER, DUE, 2);
        receiver.arrived("delivered", DUE.plusSeconds(2), DUE, 3);

        Audit audit = audit();

        assertThat(audit.duplicates()).isEqualTo(2);
        assertThat(audit.duplicated()).containsExactly("delivered");
        assertThat(audit.worst()).isEqualTo(Duration.ofSeconds(2));
        assertThat(audit.lateness().max()).as("of first attempts").isEqualTo(Duration.ofNanos(700_000));
        assertNothingElse(audit, "duplicates");
    }

    @Test
    void oneThatIsDeliveredThoughItWasCancelled() {
        receiver.arrived("cancelled", JUST_AFTER, DUE, 1);

        Audit audit = audit();

        assertThat(audit.cancelledThenDelivered()).containsExactly("cancelled");
        assertNothingElse(audit, "cancelled");
    }

    @Test
    void oneThatIsAcceptedTwice() {
        sent("delivered");

        Audit audit = audit();

        assertThat(audit.acceptedTwice()).containsExactly("delivered");
        assertNothingElse(audit, "twice");
    }

    @Test
    void oneThatNobodySent() {
        receiver.arrived("a stranger", JUST_AFTER, DUE, 1);

        Audit audit = audit();

        assertThat(audit.unknown()).containsExactly("a stranger");
        assertNothingElse(audit, "unknown");
    }

    /** What it tells of can't be relied on: here, that it was delivered. */
    @Test
    void aLastLineThatIsTorn() throws Exception {
        sent("torn");
        receiver.arrived("torn", JUST_AFTER, DUE, 1);
        receiver.close();
        Path file = directory.resolve("receiver.ledger");
        Files.writeString(
                file,
                Files.readString(file).substring(0, (int) Files.size(file) - 3),
                StandardOpenOption.TRUNCATE_EXISTING);

        Audit audit = Checker.check(directory, id -> true);

        assertThat(audit.torn()).containsExactly("receiver.ledger");
        assertThat(audit.lost()).containsExactly("torn");
        assertNothingElse(audit, "torn", "lost");
    }

    @Test
    void aLineThatIsNone() throws Exception {
        Files.writeString(directory.resolve("other.ledger"), "K 1 2\nK 1 2 0 id\n");

        assertThatThrownBy(this::audit)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("K 1 2");
    }

    /** Each line that its writer returned from is there, however it ended. */
    @Test
    void whatAWriterWroteIsThereWhenItIsKilled() throws Exception {
        AtomicInteger told = new AtomicInteger();
        try (ChildJvm writer = ChildJvm.start(
                WritingMain.class, List.of(), line -> told.set(Integer.parseInt(line.trim())), directory.toString())) {
            writer.await("500");
            writer.kill();
        }

        assertThat(audit().accepted() - 3).isBetween(told.get(), told.get() + 1);
    }
}
