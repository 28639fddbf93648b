package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.TOPIC;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.MessageRevision;
import org.delay.redisson.RevisionedStore.PreparedMessage;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.tck.server.RedisServer;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.redisson.api.RedissonClient;

/** The changes of one id in any order, each once or more: the highest revision stays, also against claims and settlements. */
class RevisionOrderTest {

    private static final String SEED = "23";

    private static RedisServer server;
    private static RedissonClient client;
    private static RedisCli cli;

    /** A change, or something that happens to the message meanwhile. */
    private sealed interface Step {

        record Relay(long revision) implements Step {}

        record Cancel(long revision) implements Step {}

        enum Event implements Step {
            CLAIM_AND_RETRY,
            CLAIM,
            CLAIM_AND_BURY,
            REDRIVE
        }
    }

    @BeforeContainer
    static void start() {
        server = RedisServer.start();
        client = Clients.of(server);
        cli = RedisCli.of(server);
    }

    @AfterContainer
    static void stop() {
        cli.close();
        client.shutdown();
        server.close();
    }

    @AfterTry
    void forget() {
        cli.call("FLUSHALL");
    }

    /** A permutation of the changes 1 to n, some of which come more often than once. */
    @Provide
    Arbitrary<List<Step>> relays() {
        return Arbitraries.integers().between(1, 6).flatMap(RevisionOrderTest::relaysWithRepeats);
    }

    private static Arbitrary<List<Step>> relaysWithRepeats(int highest) {
        Arbitrary<List<Long>> repeats =
                Arbitraries.longs().between(1, highest).list().ofMaxSize(6);
        return repeats.flatMap(more -> Arbitraries.longs().map(seed -> {
            List<Step> steps = new ArrayList<>();
            for (long revision = 1; revision <= highest; revision++) {
                steps.add(new Step.Relay(revision));
            }
            more.forEach(revision -> steps.add(new Step.Relay(revision)));
            Collections.shuffle(steps, new Random(seed));
            return steps;
        }));
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Long> revisions = Arbitraries.longs().between(1, 5);
        return Arbitraries.<Step>oneOf(
                        revisions.map(Step.Relay::new),
                        revisions.map(Step.Cancel::new),
                        Arbitraries.of(Step.Event.values()))
                .list()
                .ofMinSize(1)
                .ofMaxSize(14);
    }

    @Property(tries = 30, seed = SEED)
    void afterRelaysInAnyOrderTheHighestIsThere(@ForAll("relays") List<Step> steps) {
        for (DelayQueueMessage queue : queues()) {
            RevisionedStore store = queue.revisions().orElseThrow();
            steps.forEach(step -> apply(queue, store, step));

            long highest = steps.stream()
                    .mapToLong(step -> ((Step.Relay) step).revision())
                    .max()
                    .orElseThrow();
            assertThat(located(store)).map(StoredRevision::revision).contains(highest);
            assertThat(queue.find(TOPIC, "a").orElseThrow().message().body()).isEqualTo("body " + highest);
        }
    }

    /**
     * Against a model of three lines: a relay stores what is higher than all that is there, a cancel removes what is live and not
     * higher, and whatever else happens keeps the revision.
     */
    @Property(tries = 75, seed = SEED)
    void whatIsThereIsWhatTheModelSays(@ForAll("steps") List<Step> steps) {
        for (DelayQueueMessage queue : queues()) {
            RevisionedStore store = queue.revisions().orElseThrow();
            long live = 0;
            long dead = 0;
            for (Step step : steps) {
                boolean done = apply(queue, store, step);
                if (step instanceof Step.Relay relay) {
                    assertThat(done)
                            .as("%s on %s and dead %s", step, live, dead)
                            .isEqualTo(relay.revision() > Math.max(live, dead));
                    live = done ? relay.revision() : live;
                } else if (step instanceof Step.Cancel cancel) {
                    assertThat(done).as("%s on %s", step, live).isEqualTo(live > 0 && live <= cancel.revision());
                    live = done ? 0 : live;
                } else if (step == Step.Event.CLAIM_AND_BURY && done) {
                    dead = live;
                    live = 0;
                } else if (step == Step.Event.REDRIVE && done) {
                    live = dead;
                    dead = 0;
                }
                assertThat(located(store).map(StoredRevision::revision).orElse(0L))
                        .as("after %s", step)
                        .isEqualTo(live > 0 ? live : dead);
            }
        }
    }

    /** Returns whether it changed anything that the model knows. */
    private static boolean apply(DelayQueueMessage queue, RevisionedStore store, Step step) {
        if (step instanceof Step.Relay relay) {
            PreparedMessage message = store.prepare(Steps.message("a")
                    .body("body " + relay.revision())
                    .delay(Duration.ZERO)
                    .build());
            Outcome outcome =
                    store.relay(List.of(message.at(relay.revision()))).get(0).outcome();
            return outcome != Outcome.KEPT && outcome != Outcome.KEPT_DEAD;
        }
        if (step instanceof Step.Cancel cancel) {
            Outcome outcome = store.cancel(List.of(new MessageRevision(TOPIC, "a", cancel.revision())))
                    .get(0)
                    .outcome();
            return outcome == Outcome.CANCELLED || outcome == Outcome.CANCELLED_IN_FLIGHT;
        }
        return switch ((Step.Event) step) {
            case REDRIVE -> queue.redrive(TOPIC, "a") == RedriveResult.SCHEDULED;
            case CLAIM, CLAIM_AND_RETRY, CLAIM_AND_BURY -> claim(queue, (Step.Event) step);
        };
    }

    private static boolean claim(DelayQueueMessage queue, Step.Event event) {
        Optional<StoredRevision> before = located(queue.revisions().orElseThrow());
        Optional<StoredMessage> due = queue.find(TOPIC, "a").filter(stored -> stored.state() == State.DUE);
        due.ifPresent(
                stored -> Steps.awaiting().until(() -> !queue.poll(0).due().isEmpty()));
        ClaimResult result = queue.claim(new ClaimRequest(
                0, TOPIC, new ClaimId("claimer-" + UUID.randomUUID(), 1), Steps.LEASE, new ClaimLimit(200, 2 << 20)));
        assertThat(result.messages())
                .allSatisfy(claimed -> assertThat(claimed.revision())
                        .isEqualTo(before.orElseThrow().revision()));
        if (result.messages().isEmpty()) {
            return false;
        }
        switch (event) {
            case CLAIM_AND_RETRY -> queue.retry(result.lease(), List.of(new Retry("a", Duration.ZERO, false)));
            case CLAIM_AND_BURY -> queue.bury(result.lease(), List.of(new GivenUp("a", "no use", false, false)));
            default -> {}
        }
        return true;
    }

    private static Optional<StoredRevision> located(RevisionedStore store) {
        return store.locate(List.of(new MessageName(TOPIC, "a"))).get(0);
    }

    private List<DelayQueueMessage> queues() {
        return List.of(Steps.on(client).queue(), InMemoryDelayQueue.builder().build());
    }
}
