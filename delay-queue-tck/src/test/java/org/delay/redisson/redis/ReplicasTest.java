package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueException.NotReplicated;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.network.Proxy;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Sends that return when a replica has the message, and a replica that stands still. */
class ReplicasTest {

    /** Over before a test is, where it is waited for in vain. */
    private static final Duration SHORT = Duration.ofMillis(200);

    /** The most that may be set. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    @Nested
    class OnTheDefaultServer extends Cases {

        OnTheDefaultServer() {
            super(RedisServer::builder);
        }
    }

    @Nested
    class OnTheOldestServer extends Cases {

        OnTheOldestServer() {
            super(() -> RedisServer.builder().bundled());
        }
    }

    private interface Builders {

        RedisServer.Builder next();
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Cases {

        private final Builders servers;
        private RedisServer master;
        private RedisServer replica;
        private RedissonClient client;

        Cases(Builders servers) {
            this.servers = servers;
        }

        @BeforeAll
        void start() {
            master = servers.next().start();
            replica = servers.next()
                    .config("replicaof 127.0.0.1 " + master.port())
                    .start();
            Steps.awaiting().until(() -> Replication.isInStep(replica));
            client = Clients.of(master);
        }

        @AfterAll
        void stop() {
            client.shutdown();
            replica.close();
            master.close();
        }

        @AfterEach
        void goOn() {
            replica.resume();
        }

        private Steps steps(int min, Duration timeout) {
            return on(client, min, timeout);
        }

        /** With all that a send does once done already: only the send itself is to wait. */
        private Steps warm(int min, Duration timeout) {
            Steps steps = steps(min, timeout);
            steps.queue().shards();
            return steps;
        }

        @Test
        void aSendReturnsWhenTheReplicaHasTheMessage() {
            Steps steps = steps(1, LONGEST);
            for (int i = 0; i < 50; i++) {
                Receipt receipt = steps.send("id-" + i);

                assertThat(receipt.outcome()).isEqualTo(Outcome.SCHEDULED);
                assertThat(has(replica, steps, "id-" + i)).isTrue();
            }
        }

        @Test
        void aSendWaitsForAReplicaThatIsBehind() {
            Steps steps = warm(1, LONGEST);
            replica.pause();
            CompletableFuture<Receipt> send = CompletableFuture.supplyAsync(() -> steps.send("a"), Steps.THREADS);
            Steps.awaiting().until(() -> has(master, steps, "a"));
            assertThat(send).isNotDone();

            replica.resume();

            assertThat(send).succeedsWithin(Steps.GENEROUS);
            assertThat(has(replica, steps, "a")).isTrue();
        }

        @Test
        void aSendThatWaitsInVainSaysThatTheMessageIsStored() {
            Steps steps = warm(1, SHORT);
            replica.pause();

            NotReplicated thrown = catchThrowableOfType(NotReplicated.class, () -> steps.send("a"));

            assertThat(thrown.topic()).isEqualTo(TOPIC);
            assertThat(thrown.ids()).containsExactly("a");
            assertThat(thrown.replicas()).isZero();
            assertThat(thrown).hasMessageContaining("only 0 of 1 replicas");
            assertThat(steps.queue().find(TOPIC, "a")).isPresent();
        }

        @Test
        void sendingAgainWaitsAnewAndLeavesOneMessage() {
            Steps steps = warm(1, SHORT);
            replica.pause();
            assertThatThrownBy(() -> steps.send("a")).isInstanceOf(NotReplicated.class);
            assertThatThrownBy(() -> steps.send("a")).isInstanceOf(NotReplicated.class);

            replica.resume();

            assertThat(untilReplicated(() -> steps.send("a")).outcome()).isEqualTo(Outcome.REPLACED);
            assertThat(steps.queue().counts(TOPIC).due()).isEqualTo(1);
        }

        /** It writes nothing, and what it finds was written by another connection. */
        @Test
        void aMessageThatIsKeptMustHaveReachedTheReplicaToo() {
            Steps steps = warm(1, SHORT);
            Steps careless = Steps.on(client, steps.service(), 1);
            careless.queue().shards();
            OutgoingMessage.Builder keep = message("a").onDuplicate(OnDuplicate.KEEP);
            replica.pause();
            careless.send("a");

            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> steps.send(keep)).isInstanceOf(NotReplicated.class);
            }

            replica.resume();
            assertThat(untilReplicated(() -> steps.send(keep)).outcome()).isEqualTo(Outcome.KEPT);
        }

        @Test
        void ofManyEachIsToldApart() {
            Steps steps = warm(1, SHORT);
            untilReplicated(() -> steps.send("there"));
            replica.pause();
            List<OutgoingMessage> messages = List.of(
                    message("new").build(),
                    message("there").onDuplicate(OnDuplicate.REJECT).build());

            DelayQueueException.PartlySent thrown = catchThrowableOfType(
                    DelayQueueException.PartlySent.class, () -> steps.queue().schedule(messages));

            assertThat(thrown.receipts()).isEmpty();
            assertThat(thrown.failures()).hasSize(2);
            assertThat(thrown.failures().get(0)).isInstanceOf(NotReplicated.class);
            assertThat(thrown.failures().get(0).ids()).containsExactly("new");
            assertThat(thrown.failures().get(1)).isInstanceOf(DelayQueueException.Duplicate.class);
        }

        @Test
        void manyAndLaterOnesWaitToo() {
            Steps steps = warm(1, SHORT);
            List<OutgoingMessage> messages = IntStream.range(0, 300)
                    .mapToObj(i -> message("id-" + i).build())
                    .toList();
            assertThat(untilReplicated(() -> steps.queue().schedule(messages))).hasSize(300);
            replica.pause();

            assertThat(steps.queue().scheduleAsync(List.of(message("later").build())))
                    .failsWithin(Steps.GENEROUS)
                    .withThrowableThat()
                    .withCauseInstanceOf(NotReplicated.class);
        }

        @Test
        void withoutTheSettingNobodyWaits() {
            Steps steps = Steps.on(client);
            steps.queue().shards();
            replica.pause();

            assertThat(steps.send("a").outcome()).isEqualTo(Outcome.SCHEDULED);
        }

        @Test
        void whatElseIsDoneDoesNotWait() {
            Steps steps = warm(1, SHORT);
            untilReplicated(() -> steps.send("a"));
            replica.pause();

            assertThat(steps.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
        }

        @Test
        void aServerThatForgetsItsScriptsIsToldThemAgain() {
            Steps steps = steps(1, LONGEST);
            for (int i = 0; i < 5; i++) {
                RedisCli.once(master, "SCRIPT", "FLUSH");

                assertThat(steps.send("id-" + i).outcome()).isEqualTo(Outcome.SCHEDULED);
            }
        }

        @Test
        void aSendLooksInOldHomesToo() {
            Steps steps = steps(1, LONGEST);
            List<String> ids = IntStream.range(0, 20).mapToObj(i -> "id-" + i).toList();
            ids.forEach(steps::send);
            steps.queue().changeShards(5);

            assertThat(ids)
                    .allSatisfy(id -> assertThat(steps.send(id).outcome()).isEqualTo(Outcome.REPLACED));
        }

        /** Refused by the server before the script runs, and with nothing to wait for. */
        @Test
        void aReplicaRefuses() {
            Steps steps = warm(1, SHORT);
            RedissonClient astray = Clients.of(replica);
            try {
                Steps there = on(astray, steps.service(), 1, SHORT);

                assertThatThrownBy(() -> there.send("a"))
                        .isInstanceOf(DelayQueueException.Refused.class)
                        .hasMessageContaining("READONLY");
            } finally {
                astray.shutdown();
            }
        }

        /** The client must not send the script again by itself, here as little as elsewhere. */
        @Test
        void aSendWithoutAnAnswerIsMadeOnce() {
            try (Proxy proxy = Proxy.to(master)) {
                RedissonClient hasty = Clients.to(
                        proxy.uri(), single -> single.setTimeout(1_000).setRetryAttempts(3));
                try {
                    Steps steps = on(hasty, UUID.randomUUID().toString(), 1, SHORT);
                    Steps.awaiting().ignoreExceptions().until(() -> steps.send("first") != null);
                    long before = evals();
                    proxy.loseAnswers();

                    assertThatThrownBy(() -> steps.send("a")).isInstanceOf(DelayQueueException.OutcomeUnknown.class);

                    assertThat(evals() - before).isEqualTo(1);
                } finally {
                    proxy.passOn();
                    hasty.shutdown();
                }
            }
        }

        private long evals() {
            return RedisCli.once(master, "INFO", "commandstats")
                    .toString()
                    .lines()
                    .filter(line -> line.startsWith("cmdstat_evalsha:") || line.startsWith("cmdstat_eval:"))
                    .map(line -> line.replaceAll("^cmdstat_eval(?:sha)?:calls=(\\d+).*", "$1"))
                    .mapToLong(Long::parseLong)
                    .sum();
        }

        /** On a slow machine a replica may need more than the short time even if it runs. */
        private static <T> T untilReplicated(Supplier<T> send) {
            while (true) {
                try {
                    return send.get();
                } catch (NotReplicated | DelayQueueException.PartlySent again) {
                    // The test's own time-out ends this.
                }
            }
        }
    }

    /** The client asks the old master first, which answers for its own replica. */
    @Test
    void aSendThatIsSentElsewhereWaitsForTheReplicaThere() {
        try (Cluster cluster = Cluster.start(2, 1, Duration.ofSeconds(15))) {
            Config config = Clients.small();
            cluster.configure(config).setScanInterval(600_000).setTimeout(Clients.PATIENCE);
            RedissonClient client = Redisson.create(config);
            try {
                Steps steps = on(client, 1, SHORT);
                Cases.untilReplicated(() -> steps.send("before"));
                SlotMove move = SlotMove.of(cluster, steps.keys().ofShard("wake", 0));
                letKnowTheScript(cluster, move.to(), client);
                move.begin();
                move.keys().forEach(move::move);
                move.end();
                RedisServer replica = cluster.replicaOf(move.to());
                replica.pause();
                try {
                    assertThatThrownBy(() -> steps.send("after")).isInstanceOf(NotReplicated.class);
                    assertThat(steps.queue().find(TOPIC, "after")).isPresent();
                } finally {
                    replica.resume();
                }
                // It would go by the old master again until this client has looked at the Cluster anew.
                client.shutdown();
                client = Redisson.create(config);
                Steps later = on(client, steps.service(), 1, SHORT);
                assertThat(Cases.untilReplicated(() -> later.send("after")).outcome())
                        .isEqualTo(Outcome.REPLACED);
            } finally {
                client.shutdown();
            }
        }
    }

    /** By a send that belongs there. */
    private static void letKnowTheScript(Cluster cluster, RedisServer master, RedissonClient client) {
        Steps there = Stream.generate(() -> on(client, 1, SHORT))
                .filter(steps ->
                        cluster.masterOf(steps.keys().ofShard("wake", 0)).port() == master.port())
                .findFirst()
                .orElseThrow();
        Cases.untilReplicated(() -> there.send("there"));
    }

    @ParameterizedTest
    @CsvSource({"-1, PT1S, minReplicas", "101, PT1S, minReplicas", "1, PT0S, timeout", "1, PT10.001S, timeout"})
    void aSettingOutOfItsRangeIsRefused(int min, Duration timeout, String named) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MinReplicas(min, timeout))
                .withMessageStartingWith(named + " must be ");
    }

    static Steps on(RedissonClient client, int min, Duration timeout) {
        return on(client, "replicas-" + UUID.randomUUID(), min, timeout);
    }

    private static Steps on(RedissonClient client, String service, int min, Duration timeout) {
        return new Steps(
                RedissonDelayQueue.on(client)
                        .service(service)
                        .minReplicas(min, timeout)
                        .bodyConverter(new TextConverter())
                        .build(),
                new Keys("delay", service));
    }

    private static boolean has(RedisServer server, Steps steps, String id) {
        return RedisCli.once(server, "HGET", steps.keys().ofTopic("body", 0, TOPIC), id) != null;
    }
}
