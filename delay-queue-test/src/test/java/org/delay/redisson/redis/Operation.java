package org.delay.redisson.redis;

import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.delay.redisson.OutgoingMessage.OnDuplicate;

/** A call that random sequences are made of. Few topics and ids, so that calls meet. */
sealed interface Operation {

    /** The most shards that a sequence uses. */
    int MAX_SHARDS = 4;

    List<String> TOPICS = List.of("orders", "bills");

    List<String> IDS = List.of("a", "b", "c");

    /** Due now, or not during the sequence. */
    enum When {
        NOW,
        LATER
    }

    record Send(String topic, String id, OnDuplicate policy, When when, int priority) implements Operation {}

    record SendMany(List<Send> messages) implements Operation {}

    record Cancel(String topic, String id) implements Operation {}

    record Reschedule(String topic, String id, When when) implements Operation {}

    record Redrive(String topic, String id) implements Operation {}

    record Delete(String topic, String id) implements Operation {}

    /** A claimer's next request. A lease that ends now is over when anybody looks. */
    record Claim(String claimer, int shard, String topic, When leaseEnds, int limit) implements Operation {}

    /** A claimer's last request again, as after a lost answer. */
    record ClaimAgain(String claimer) implements Operation {}

    /** A request that was overtaken by the claimer's later ones. */
    record ClaimLate(String claimer, String topic) implements Operation {}

    /** Ends some of the messages of an earlier claim, which may have lost them by now. */
    record Settle(int claim, Set<String> ids, How how, When when, boolean mayStillArrive) implements Operation {}

    enum How {
        ACK,
        RETRY,
        HAND_BACK,
        RENEW,
        BURY
    }

    record ChangeShards(int shards) implements Operation {}

    record Mend() implements Operation {}

    record Pause(String topic) implements Operation {}

    record Resume(String topic) implements Operation {}

    /** A call whose answer is lost, and that is made again. */
    record Twice(Operation operation) implements Operation {}

    static Arbitrary<List<Operation>> sequences() {
        return operations().list().ofMinSize(1).ofMaxSize(40);
    }

    private static Arbitrary<Operation> operations() {
        Arbitrary<Operation> once = Arbitraries.frequencyOf(
                Tuple.of(6, sends().map(send -> (Operation) send)),
                Tuple.of(1, sends().list().ofMinSize(2).ofMaxSize(6).map(SendMany::new)),
                Tuple.of(2, named(Cancel::new)),
                Tuple.of(2, Combinators.combine(topics(), ids(), times()).as(Reschedule::new)),
                Tuple.of(3, named(Redrive::new)),
                Tuple.of(1, named(Delete::new)),
                Tuple.of(7, claims()),
                Tuple.of(1, claimers().map(ClaimAgain::new)),
                Tuple.of(1, Combinators.combine(claimers(), topics()).as(ClaimLate::new)),
                Tuple.of(10, settlements()),
                Tuple.of(1, Arbitraries.integers().between(1, MAX_SHARDS).map(ChangeShards::new)),
                Tuple.of(1, Arbitraries.create(Mend::new)),
                Tuple.of(1, topics().map(Pause::new)),
                Tuple.of(2, topics().map(Resume::new)));
        return Arbitraries.frequencyOf(Tuple.of(9, once), Tuple.of(1, once.map(Twice::new)));
    }

    private static Arbitrary<Send> sends() {
        return Combinators.combine(topics(), ids(), Arbitraries.of(OnDuplicate.class), times(), Arbitraries.of(0, 4, 9))
                .as(Send::new);
    }

    private static Arbitrary<Operation> claims() {
        return Combinators.combine(
                        claimers(),
                        Arbitraries.integers().between(0, MAX_SHARDS - 1),
                        topics(),
                        Arbitraries.frequency(Tuple.of(1, When.NOW), Tuple.of(3, When.LATER)),
                        Arbitraries.of(1, 2, 200))
                .as(Claim::new);
    }

    private static Arbitrary<Operation> settlements() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 3),
                        ids().set().ofMinSize(1).ofMaxSize(2),
                        Arbitraries.of(How.class),
                        times(),
                        Arbitraries.frequency(Tuple.of(3, false), Tuple.of(1, true)))
                .as(Settle::new);
    }

    private static Arbitrary<Operation> named(BiFunction<String, String, Operation> operation) {
        return Combinators.combine(topics(), ids()).as(operation::apply);
    }

    private static Arbitrary<String> topics() {
        return Arbitraries.frequency(Tuple.of(9, TOPICS.get(0)), Tuple.of(1, TOPICS.get(1)));
    }

    private static Arbitrary<String> ids() {
        return Arbitraries.of(IDS);
    }

    private static Arbitrary<String> claimers() {
        return Arbitraries.of("one", "two");
    }

    private static Arbitrary<When> times() {
        return Arbitraries.frequency(Tuple.of(2, When.NOW), Tuple.of(1, When.LATER));
    }
}
