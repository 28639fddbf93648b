package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DispatchOperations.Burial;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.journal.store.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What is recorded of messages whose lease is over, or is another instance's. */
@Execution(ExecutionMode.CONCURRENT)
class LeaseEndsTest extends DeliveryFixture {

    /** An HTTP client settles at any instance. */
    @Test
    void whatAnotherInstanceHasClaimedIsRecorded() {
        App other = app(database).started();
        Lease acked = claimRelayed("acked");
        assertThat(other.queue().renew(acked, List.of("acked"), LEASE)).isEmpty();
        assertThat(other.queue().ack(acked, List.of("acked"))).isEmpty();
        Burial burial =
                other.queue().bury(claimRelayed("buried"), List.of(new GivenUp("buried", "broken", false, true)));
        assertThat(burial.lost()).isEmpty();

        awaitState("acked", MessageState.DELIVERED);
        awaitState("buried", MessageState.DEAD);
    }

    /** The message that waits is another one. */
    @Test
    void aLeaseOfAnotherInstanceThatWasLostEndsNothing() {
        App other = app(database).started();
        Lease lost = claimRelayed("a");
        send("a", OnDuplicate.REPLACE);

        assertThat(other.queue().ack(lost, List.of("a"))).containsExactly("a");

        assertThat(app.state("a")).isEqualTo(MessageState.WAITING);
    }

    /** Whoever has claimed it since decides. */
    @Test
    void whatComesAfterTheEndOfALeaseIsNotRecorded() {
        Lease acked = leaseThatEnded("acked");
        Lease buried = leaseThatEnded("buried");
        assertThat(app.queue().ack(acked, List.of("acked"))).containsExactly("acked");
        assertThat(app.queue()
                        .bury(buried, List.of(new GivenUp("buried", "broken", false, true)))
                        .lost())
                .containsExactly("buried");

        assertThat(app.state("acked")).isEqualTo(MessageState.WAITING);
        assertThat(app.state("buried")).isEqualTo(MessageState.WAITING);
    }

    /** Another one has begun. */
    private Lease leaseThatEnded(String id) {
        Lease ended = claimRelayed(id);
        app.queue().renew(ended, List.of(id), Duration.ofMillis(1));
        claimOne(id);
        return ended;
    }

    /** What was handled is not delivered again. What was given up is: nobody could redrive it. */
    @Test
    void whatRedisHasLostIsADeliveryButNoDeadLetter() {
        Lease acked = claimRelayed("acked");
        Lease buried = claimRelayed("buried");
        app.queue().renew(acked, List.of("acked"), Duration.ofMillis(1));
        app.redis().deleteTopic(TOPIC, true);

        assertThat(app.queue().ack(acked, List.of("acked"))).isEmpty();
        assertThat(app.queue()
                        .bury(buried, List.of(new GivenUp("buried", "broken", false, true)))
                        .lost())
                .containsExactly("buried");

        awaitState("acked", MessageState.DELIVERED);
        assertThat(app.state("buried")).isEqualTo(MessageState.WAITING);
    }

    /** Whoever gave it back expects another delivery. */
    @Test
    void whatIsDueAgainIsNotRecorded() {
        Lease lease = claimRelayed("a");
        app.queue().renew(lease, List.of("a"), Duration.ofMillis(1));
        app.redis().release(lease, List.of("a"), Duration.ZERO, false);

        assertThat(app.queue().ack(lease, List.of("a"))).containsExactly("a");

        assertThat(app.state("a")).isEqualTo(MessageState.WAITING);
    }

    @Test
    void whatComesAfterTheEndOfALeaseIsRecordedWhileRedisHangs() {
        Lease lease = claimRelayed("a");
        app.queue().renew(lease, List.of("a"), Duration.ofMillis(1));
        redis.pause();
        try {
            assertThatThrownBy(() -> app.queue().ack(lease, List.of("a"))).isInstanceOf(DelayQueueException.class);
            awaitState("a", MessageState.DELIVERED);
        } finally {
            redis.resume();
        }
    }
}
