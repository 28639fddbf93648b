package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Lease;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every call that names a lease. It can be repeated, and does nothing for messages that are not leased. */
abstract class LeaseCallsContract extends ContractFixture {

    @ParameterizedTest
    @EnumSource
    void aHolderLosesNothing(LeaseCall call) {
        assertThat(call.of(queue, leased("a"))).isEmpty();
    }

    /** As after an answer that was lost. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RENEW")
    void theSecondTimeNothingIsDone(LeaseCall call) {
        LeasedMessage held = leased("a");
        call.of(queue, held);
        Optional<StoredMessage> before = queue.find(TOPIC, "a");

        assertThat(call.of(queue, held)).containsExactly("a");

        assertThat(queue.find(TOPIC, "a")).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void ofSeveralThoseThatAreNotLeasedAreNamedAndTheOthersSettled(LeaseCall call) {
        List<String> ids = neighbours(4);
        ids.subList(0, 3).forEach(this::sendDue);
        ClaimResult claim = claimer().claim(home(ids.get(0)), TOPIC);
        queue.cancel(TOPIC, ids.get(1));

        assertThat(call.of(queue, claim.lease(), ids)).containsExactlyInAnyOrder(ids.get(1), ids.get(3));

        assertThat(claimer().claimFromAll(TOPIC)).isEmpty();
        if (call != LeaseCall.RENEW) {
            assertThat(queue.counts(TOPIC).leased()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anotherTokenDoesNothing(LeaseCall call) {
        LeasedMessage held = leased("a");
        StoredMessage before = stored("a");
        Lease wrong = new Lease(held.lease().shard(), TOPIC, held.lease().token() + "x");
        Lease none = new Lease(held.lease().shard(), TOPIC, "");

        assertThat(call.of(queue, wrong, List.of("a"))).containsExactly("a");
        assertThat(call.of(queue, none, List.of("a"))).containsExactly("a");

        assertThat(stored("a")).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void noTokenDoesNothingToADueMessage(LeaseCall call) {
        send(message("a"));
        StoredMessage before = stored("a");

        assertThat(call.of(queue, new Lease(home("a"), TOPIC, ""), List.of("a")))
                .containsExactly("a");

        assertThat(stored("a")).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void noIdsAreNothingToDo(LeaseCall call) {
        LeasedMessage held = leased("a");

        assertThat(call.of(queue, held.lease(), List.of())).isEmpty();

        assertThat(stored("a").state()).isEqualTo(State.LEASED);
    }

    @ParameterizedTest
    @EnumSource
    void aFullBatchIsSettledAtOnce(LeaseCall call) {
        List<String> ids = neighbours(200);
        passUntilDue(queue.schedule(
                ids.stream().map(id -> message(id).delay(Duration.ZERO).build()).toList()));
        ClaimResult claim = claimer().claim(home(ids.get(0)), TOPIC);
        assertThat(claim.messages()).hasSize(200);

        assertThat(call.of(queue, claim.lease(), ids)).isEmpty();

        assertCounts(
                call == LeaseCall.RETRY || call == LeaseCall.RELEASE ? 200 : 0,
                call == LeaseCall.RENEW ? 200 : 0,
                call == LeaseCall.BURY ? 200 : 0);
    }
}
