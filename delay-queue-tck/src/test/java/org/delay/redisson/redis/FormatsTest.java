package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException.UnsupportedFormat;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Form;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RedissonClient;

/** Two versions of the library and one service: this version, and one that also has formats which do not exist yet. */
class FormatsTest {

    private static final Formats THIS = Formats.CURRENT;
    private static final Formats NEXT = new Formats(2, 1, 2);
    private static final Formats AFTER_NEXT = new Formats(2, 2, 2);

    private static RedisServer server;
    private static RedissonClient client;
    private static RedisCli cli;

    private String service;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        client = Clients.of(server);
        cli = RedisCli.of(server);
    }

    @AfterAll
    static void stop() {
        cli.close();
        client.shutdown();
        server.close();
    }

    @BeforeEach
    void name() {
        service = "formats-" + UUID.randomUUID();
    }

    private Steps version(Formats formats) {
        return new Steps(
                RedissonDelayQueue.on(client)
                        .service(service)
                        .shards(2)
                        .bodyConverter(new TextConverter())
                        .formats(formats)
                        .build(),
                new Keys("delay", service));
    }

    private List<String> counts() {
        return cli.list("LRANGE", new Keys("delay", service).ofService("shards"), "0", "-1");
    }

    /** What a later version does when its operator asks for the next format. */
    private void raise(Steps newer) {
        cli.call("RPUSH", newer.keys().ofService("shards"), "2:2");
        newer.queue().shards();
    }

    record Call(String name, How how) {

        interface How {
            void on(Steps steps, Lease lease);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Call> calls() {
        return Stream.of(
                new Call("send", (s, l) -> s.send("id-1")),
                new Call(
                        "send with a generated id",
                        (s, l) -> s.send(message("x").id(null))),
                new Call("cancel", (s, l) -> s.queue().cancel(TOPIC, "waits")),
                new Call("reschedule", (s, l) -> s.queue().reschedule(TOPIC, "waits", LATER)),
                new Call("find", (s, l) -> s.queue().find(TOPIC, "waits")),
                new Call("list", (s, l) -> s.queue().list(TOPIC, State.DUE, null, 10)),
                new Call("counts", (s, l) -> s.queue().counts(TOPIC)),
                new Call("redrive", (s, l) -> s.queue().redrive(TOPIC, "dead")),
                new Call("delete", (s, l) -> s.queue().delete(TOPIC, "dead")),
                new Call("deleteDead", (s, l) -> s.queue().deleteDead(TOPIC, Duration.ZERO)),
                new Call("repair", (s, l) -> s.queue().repair(List.of(TOPIC))),
                new Call("changeShards", (s, l) -> s.queue().changeShards(3)),
                new Call("shards", (s, l) -> s.queue().shards()),
                new Call("claim", (s, l) -> s.claim()));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void anOlderVersionRefusesANewerServiceAndChangesNothing(Call call) {
        Steps newer = version(NEXT);
        Lease lease = inEveryState(newer);
        // A claim may be the first call of all.
        Steps older = version(THIS);
        Map<String, String> before = everythingButTopics();

        assertRefused(() -> call.how().on(older, lease));

        assertThat(everythingButTopics()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void anOlderVersionThatRunsNoticesThatTheFormatWasRaised(Call call) {
        Steps older = version(THIS);
        Lease lease = inEveryState(older);
        Steps newer = version(NEXT);
        raise(newer);
        Map<String, String> before = everythingButTopics();

        assertRefused(() -> call.how().on(older, lease));

        assertThat(everythingButTopics()).isEqualTo(before);
        assertThat(newer.queue().find(TOPIC, "waits")).isPresent();
        assertThat(newer.queue().cancel(TOPIC, "waits")).isEqualTo(CancelResult.CANCELLED);
    }

    /** Its lease names a token, so it harms nobody. Otherwise every message under way would be delivered twice. */
    @Test
    void whatAnOlderVersionHasClaimedItSettles() {
        Steps older = version(THIS);
        older.sendDue("leased");
        ClaimResult claim = older.claim(shardOf("leased", 2), "older", 1);
        Steps newer = version(NEXT);
        raise(newer);

        assertThat(older.ack(claim.lease(), "leased")).isEmpty();

        assertThat(newer.queue().find(TOPIC, "leased")).isEmpty();
    }

    @Test
    void aSendWithoutWaitingIsRefusedToo() {
        version(NEXT).send("first");

        CompletableFuture<?> send =
                version(THIS).queue().scheduleAsync(List.of(message("a").build()));

        assertThat(send).failsWithin(Steps.GENEROUS).withThrowableThat().withCauseInstanceOf(UnsupportedFormat.class);
    }

    @Test
    void aNewerVersionWorksInTheOlderFormatBesideAnOlderOne() {
        Steps older = version(THIS);
        older.sendDue("a");
        Steps newer = version(NEXT);

        newer.send("b");
        newer.queue().changeShards(1);
        assertThat(Steps.ids(newer.claim(shardOf("a", 2), "newer", 1))).containsExactly("a");
        assertThat(older.queue().find(TOPIC, "b")).isPresent();
        assertThat(older.send("c").outcome()).isNotNull();

        assertThat(counts()).containsExactly("1:2", "1:1");
    }

    private static int shardOf(String id, int shards) {
        return new ShardMap(1, List.of(shards)).home(id);
    }

    @Test
    void aNewerVersionCreatesItsServiceInTheNewerFormat() {
        version(NEXT).send("a");

        assertThat(counts()).containsExactly("2:2");
        assertThat(cli.text("HGET", new Keys("delay", service).ofShard("meta", 0), "format"))
                .isEqualTo("2");
    }

    /** Zero is the format of entries that name none. */
    @ParameterizedTest
    @ValueSource(strings = {"2", "0:2", ":2", "x:2"})
    void aServiceWithoutAFormatIsRefused(String entry) {
        Steps steps = version(THIS);
        cli.call("RPUSH", steps.keys().ofService("shards"), entry);

        assertThatThrownBy(() -> steps.send("a"))
                .isInstanceOf(UnsupportedFormat.class)
                .hasMessageContainingAll(service, "without a storage format", "No message is lost", ":shards");
        assertThat(counts()).containsExactly(entry);
    }

    @Test
    void aVersionThatNoLongerReadsAFormatRefusesIt() {
        version(THIS).send("a");
        Steps later = version(AFTER_NEXT);

        assertThatThrownBy(() -> later.send("b"))
                .isInstanceOf(UnsupportedFormat.class)
                .hasMessageContainingAll("in storage format 1", "it reads 2 to 2", "No message is lost");
        assertThat(version(NEXT).queue().find(TOPIC, "a")).isPresent();
    }

    /** A shard's copy restores the list with its format, so a lost list does not let an older version in. */
    @Test
    void aLostListIsRestoredWithItsFormat() {
        Steps newer = version(NEXT);
        newer.send("a");
        cli.call("DEL", newer.keys().ofService("shards"));

        assertRefused(() -> version(THIS).send("b"));

        assertThat(version(NEXT).queue().find(TOPIC, "a")).isPresent();
        assertThat(counts()).containsExactly("2:2");
    }

    /** A rolling upgrade: messages of both formats side by side, in a storage format that both versions use. */
    @Test
    void aNewerMessageIsLeftToTheNewerInstance() {
        Steps older = version(THIS);
        older.send("x");
        Steps newer = version(NEXT);
        int shard = shardOf("old", 2);
        String sibling = Stream.iterate(0, i -> i + 1)
                .map(i -> "new-" + i)
                .filter(id -> shardOf(id, 2) == shard)
                .findFirst()
                .orElseThrow();
        older.sendDue("old");
        newer.sendDue(sibling);

        ClaimResult byOlder = older.claim(shard, "older", 1);

        assertThat(byOlder.messages())
                .extracting(claimed -> claimed.message().id() + " " + claimed.form())
                .containsExactlyInAnyOrder("old " + Form.READABLE, sibling + " " + Form.NEWER);
        older.release(byOlder.lease(), sibling);
        older.ack(byOlder.lease(), "old");
        ClaimResult byNewer = newer.claim(shard, "newer", 1);
        assertThat(byNewer.messages()).singleElement().satisfies(claimed -> {
            assertThat(claimed.form()).isEqualTo(Form.READABLE);
            assertThat(claimed.message().body()).isEqualTo("body of " + sibling);
            assertThat(claimed.message().attempt()).isEqualTo(1);
        });
        older.queue().heartbeat("older", "shop", LATER);
        assertThat(newer.queue().heartbeat("newer", "shop", LATER))
                .extracting(Instance::id, Instance::format)
                .containsExactlyInAnyOrder(
                        org.assertj.core.api.Assertions.tuple("older", 1),
                        org.assertj.core.api.Assertions.tuple("newer", 2));
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(UnsupportedFormat.class)
                .hasMessageContainingAll(
                        "this version reads only formats up to 1", "No message is lost", "Update delay-queue");
    }

    private static Map<String, String> everythingButTopics() {
        Map<String, String> all = cli.everything();
        all.keySet().removeIf(key -> key.startsWith("topic_registrar_key:"));
        return all;
    }

    /** A message that waits, a dead letter, and one that is due. Answers a lease of an id that is gone. */
    private static Lease inEveryState(Steps steps) {
        String dead = "dead";
        steps.sendDue(dead);
        ClaimResult claim = steps.claim(shardOf(dead, 2), "claimer", 1);
        steps.bury(claim.lease(), dead);
        steps.send("waits");
        steps.sendDue("due");
        return claim.lease();
    }
}
