package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.time.Duration;
import org.delay.redisson.Checks;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.InstanceOperations.Membership;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Applications of the service that have the journal off. */
class PeersTest extends JournalFixture {

    private static final Duration LIFE = Duration.ofMinutes(1);

    private final ThreadLog log = ThreadLog.of(Peers.class);

    @AfterEach
    void stopListening() {
        log.close();
    }

    @Test
    void anApplicationWithoutTheJournalIsWarnedOfOnce() {
        App app = app(database(Databases.H2, 4));
        app.redis().heartbeat("one", "reports", LIFE);

        for (int i = 0; i < 3; i++) {
            app.queue().heartbeat("two", "orders", LIFE);
        }

        assertThat(log.events())
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement()
                .asString()
                .startsWith("Application 'reports' dispatches service '" + service + "' without the journal");
    }

    @Test
    void aNameThatIsNoneIsRefusedAsWithoutTheJournal() {
        App app = app(database(Databases.H2, 4));

        for (String application : new String[] {null, "a\nb", "x".repeat(Checks.MAX_APPLICATION_LENGTH + 1)}) {
            assertThatIllegalArgumentException().isThrownBy(() -> app.queue().heartbeat("one", application, LIFE));
        }
    }

    @Test
    void applicationsWithTheJournalKnowEachOther() {
        App app = app(database(Databases.H2, 4));
        Membership first = app.queue().heartbeat("one", "orders", LIFE, 0);
        Membership second = app.queue().heartbeat("two", "a".repeat(Checks.MAX_APPLICATION_LENGTH), LIFE, 0);

        assertThat(log.events()).isEmpty();
        assertThat(first.alive()).extracting(Instance::application).containsExactly("orders");
        assertThat(second.alive()).extracting(Instance::id).containsExactlyInAnyOrder("one", "two");
        assertThat(app.queue().instances()).extracting(Instance::application).contains("orders");
        assertThat(app.redis().instances()).extracting(Instance::application).contains("orders (journal)");
    }
}
