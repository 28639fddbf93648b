package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.redis.Operation.When;
import org.delay.redisson.redis.QueueModel.Batch;
import org.delay.redisson.redis.QueueModel.Live;
import org.delay.redisson.redis.QueueModel.Name;

/** Claims of a {@link ModelRun}, new, repeated and late, and what is settled under their leases. */
final class ModelClaims {

    private static final int MAX_BYTES = 2 << 20;
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration LONGER = Duration.ofMinutes(10);

    private final DelayQueueMessage queue;
    private final QueueModel model;
    private final Runnable tick;
    private final Map<String, Asked> last = new HashMap<>();
    private final List<Batch> batches = new ArrayList<>();
    private final Map<Batch, Lease> leases = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();

    /** @param tick returns when a millisecond has passed on the queue's clock, so that what is due now is due */
    ModelClaims(DelayQueueMessage queue, QueueModel model, Runnable tick) {
        this.queue = queue;
        this.model = model;
        this.tick = tick;
    }

    /** A claim as it is asked for. */
    private record Asked(Operation.Claim claim, int shard, long number) {

        private ClaimRequest request() {
            return new ClaimRequest(
                    shard,
                    claim.topic(),
                    new ClaimId(claim.claimer(), number),
                    ModelRun.delay(claim.leaseEnds(), LONG),
                    new ClaimLimit(claim.limit(), MAX_BYTES));
        }
    }

    /** A call that may be made more than once, and late. */
    Runnable claiming(Operation.Claim claim) {
        Asked asked = ask(claim);
        last.put(claim.claimer(), asked);
        return () -> claim(asked);
    }

    private Asked ask(Operation.Claim claim) {
        return new Asked(claim, claim.shard() % model.shards(), numbers.merge(claim.claimer(), 2L, Long::sum));
    }

    /** New, or made again, or overtaken by the claimer's later ones. */
    private void claim(Asked asked) {
        tick.run();
        long latest = model.lastClaim(asked.shard(), asked.claim().claimer())
                .map(Batch::number)
                .orElse(0L);
        if (latest > asked.number()) {
            ClaimResult answer = queue.claim(asked.request());
            assertThat(answer.stale()).isTrue();
            assertThat(answer.messages()).isEmpty();
        } else if (latest == asked.number()) {
            claimStanding(asked);
        } else {
            claimNew(asked);
        }
    }

    private void claimNew(Asked asked) {
        Operation.Claim claim = asked.claim();
        Map<String, Live> claimable = model.claimable(asked.shard(), claim.topic());

        ClaimResult answer = queue.claim(asked.request());

        assertThat(answer.stale()).isFalse();
        List<String> ids = Steps.ids(answer);
        model.checkChoice(claimable, ids, claim.limit());
        Batch batch = new Batch(
                claim.claimer(), asked.shard(), claim.topic(), asked.number(), claim.leaseEnds(), Set.copyOf(ids));
        model.claimed(batch);
        answer.messages().forEach(message -> assertSame(batch, message));
        if (ids.size() < claimable.size()) {
            assertThat(answer.state().due()).as("what is to be claimed next").contains(claim.topic());
        }
        batches.add(batch);
        leases.put(batch, answer.lease());
    }

    private void assertSame(Batch batch, Claimed claimed) {
        Live expected = model.live(batch.shard())
                .get(new Name(batch.topic(), claimed.message().id()));
        assertThat(claimed.message().body()).isEqualTo(expected.body);
        assertThat(claimed.message().priority()).isEqualTo(expected.priority);
        assertThat(claimed.failures()).isEqualTo(expected.failures);
        assertThat(claimed.leaseExpirations()).isEqualTo(expected.leaseExpirations);
        assertThat(claimed.message().attempt()).isEqualTo(1 + expected.failures + expected.leaseExpirations);
    }

    private void claimStanding(Asked asked) {
        Batch batch = model.lastClaim(asked.shard(), asked.claim().claimer()).orElseThrow();

        ClaimResult answer = queue.claim(asked.request());

        assertThat(answer.stale()).isFalse();
        assertThat(Steps.ids(answer)).containsExactlyInAnyOrderElementsOf(model.standing(batch));
        assertThat(answer.lease()).isEqualTo(leases.get(batch));
        answer.messages().forEach(message -> assertSame(batch, message));
    }

    void claimAgain(String claimer) {
        Asked asked = last.get(claimer);
        if (asked != null) {
            claim(asked);
        }
    }

    /** One that got lost on its way, so that the claimer's next was the first to reach the shard. */
    void claimLate(Operation.ClaimLate late) {
        Asked asked = last.get(late.claimer());
        if (asked == null
                || model.lastClaim(asked.shard(), late.claimer())
                        .filter(batch -> batch.number() == asked.number())
                        .isEmpty()) {
            return;
        }
        claim(new Asked(
                new Operation.Claim(late.claimer(), asked.shard(), late.topic(), When.LATER, 200),
                asked.shard(),
                asked.number() - 1));
    }

    Runnable settling(Operation.Settle settle) {
        if (batches.size() <= settle.claim()) {
            return () -> {};
        }
        Batch batch = batches.get(batches.size() - 1 - settle.claim());
        return () -> settle(batch, settle);
    }

    private void settle(Batch batch, Operation.Settle settle) {
        Lease lease = leases.get(batch);
        Set<String> ids = settle.ids();
        Duration delay = ModelRun.delay(settle.when());

        Set<String> lost = switch (settle.how()) {
            case ACK -> queue.ack(lease, ids);
            case RENEW -> queue.renew(lease, ids, ModelRun.delay(settle.when(), LONGER));
            case RELEASE -> queue.release(lease, ids, delay, settle.mayStillArrive());
            case BURY ->
                queue.bury(
                                lease,
                                ids.stream()
                                        .map(id -> new GivenUp(id, error(id), settle.mayStillArrive(), false))
                                        .toList())
                        .lost();
            case RETRY ->
                queue.retry(
                        lease,
                        ids.stream()
                                .map(id -> new Retry(id, delay, settle.mayStillArrive()))
                                .toList());
        };

        assertThat(lost)
                .containsExactlyInAnyOrderElementsOf(
                        model.settle(batch, ids, settle.how(), settle.when(), settle.mayStillArrive()));
    }

    /** The only error with which a message is given up, so that the model need not remember it. */
    static String error(String id) {
        return "no use for " + id;
    }
}
