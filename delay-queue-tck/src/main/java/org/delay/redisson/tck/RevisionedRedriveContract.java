package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RevisionedStore.MessageRevision;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.junit.jupiter.api.Test;

/** A redrive with revisions brings back exactly the dead letter that it names, as a newer change. */
abstract class RevisionedRedriveContract extends RevisionsFixture {

    private RedriveResult redrive(long dead, long revision) {
        return store.redrive(new MessageRevision(TOPIC, "a", dead), revision);
    }

    @Test
    void theDeadLetterIsDueUnderItsNewRevision() {
        relayed(5, Place.DEAD);

        assertThat(redrive(5, 7)).isEqualTo(RedriveResult.SCHEDULED);

        assertThat(located("a")).contains(new StoredRevision(State.DUE, 7));
        assertCounts(1, 0, 0);
        passUntil(stored("a").at());
        var claimed = claim("a").claimed();
        assertThat(claimed.message().body()).isEqualTo(BODY);
        assertThat(claimed.message().attempt()).isEqualTo(1);
        assertThat(claimed.revision()).isEqualTo(7);
    }

    @Test
    void headersAndKeyStay() {
        store.relay(List.of(
                prepared(message("a").body(BODY).key("k").header("h", "v").delay(Duration.ZERO))
                        .at(5)));
        passUntil(stored("a").at());
        bury(claim("a"), "no use");

        redrive(5, 6);
        passUntil(stored("a").at());

        var message = claim("a").claimed().message();
        assertThat(message.key()).isEqualTo("k");
        assertThat(message.headers()).containsEntry("h", "v");
        assertThat(message.body()).isEqualTo(BODY);
    }

    @Test
    void aRepeatedCallDoesNothing() {
        relayed(5, Place.DEAD);
        redrive(5, 7);
        var before = stored("a");

        assertThat(redrive(5, 7)).isEqualTo(RedriveResult.EXISTS);

        assertThat(stored("a")).isEqualTo(before);
        cancel(7);
        assertThat(redrive(5, 7)).isEqualTo(RedriveResult.NOT_FOUND);
    }

    @Test
    void aDeadLetterOfAnotherRevisionStays() {
        relayed(5, Place.DEAD);

        assertThat(redrive(4, 7)).isEqualTo(RedriveResult.NOT_FOUND);

        assertThat(located("a")).contains(new StoredRevision(State.DEAD, 5));
    }

    /** A relay of the same change has come before. */
    @Test
    void theDeadLetterGoesIfTheMessageIsHereAlready() {
        relayed(5, Place.DEAD);
        relay(7, BODY);
        assertCounts(1, 0, 1);

        assertThat(redrive(5, 7)).isEqualTo(RedriveResult.EXISTS);

        assertCounts(1, 0, 0);
        assertThat(revisionOf("a")).isEqualTo(7);
    }

    @Test
    void theDeadLetterStaysBesideAnOlderMessage() {
        relayed(5, Place.DEAD);
        relay(6, "next life");

        assertThat(redrive(5, 7)).isEqualTo(RedriveResult.EXISTS);

        assertCounts(1, 0, 1);
    }

    @Test
    void theNewRevisionIsHigher() {
        assertThatIllegalArgumentException().isThrownBy(() -> redrive(5, 5)).withMessageContaining("revision");
    }
}
