package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.redis.Requests.IN_TIME;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.api.RedissonClient;

/**
 * A key that holds a value of another type, whoever put it there: each script fails before any effect, and goes on when
 * the key is in order again. What proves it is that all reads come first, then what adds, then what removes.
 */
class WrongTypeTest {

    private static final String[] LIVE = {"wake", "due", "leased", "held", "body"};
    private static final String[] MENDED = {"wake", "due", "leased", "paused"};
    private static final String SERVICE = "paused of the service";
    private static final String DUE = "due-1";
    private static final String LEASED = "leased-1";
    private static final String EXPIRED = "expired-1";
    private static final String DEAD = "dead-1";
    private static final String EMPTY = "payments";
    private static final String LAST_CLAIM = "claimer-1";

    private static final Set<Script> READING = Set.of(
            Script.POLL,
            Script.FIND,
            Script.LIST,
            Script.COUNTS,
            Script.LAYOUT,
            Script.SHARD_LAYOUT,
            Script.PAUSED,
            Script.INSTANCES);

    private static RedisServer server;
    private static RedissonClient client;
    private static RedisCli cli;

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

    /** A call and the keys that it is to touch. */
    @SuppressWarnings("ArrayRecordComponent")
    record Operation(Script script, Call call, String... keys) {

        interface Call {
            Object on(Steps steps, Lease lease);
        }
    }

    static List<Operation> operations() {
        return List.of(
                new Operation(Script.SCHEDULE, (s, l) -> s.send("new"), with("meta")),
                new Operation(Script.SCHEDULE, (s, l) -> s.send(far(EMPTY).id("new")), "wake", "meta", "paused"),
                new Operation(Script.SCHEDULE_NEW, (s, l) -> s.send(far(TOPIC)), "wake", "due", "body", "meta"),
                new Operation(Script.SCHEDULE_NEW, (s, l) -> s.send(far(EMPTY)), "wake", "meta", "paused"),
                new Operation(Script.SCHEDULE, (s, l) -> s.send(message(DUE).delay(LATER)), with("meta")),
                new Operation(Script.SCHEDULE, (s, l) -> s.send(LEASED), with("meta")),
                new Operation(Script.POLL, (s, l) -> s.queue().poll(0), "wake"),
                new Operation(Script.CLAIM, (s, l) -> s.claim(0, LAST_CLAIM, 7), with(LAST_CLAIM, "paused")),
                new Operation(Script.DEFER, (s, l) -> defer(s), "wake"),
                new Operation(Script.ACK, (s, l) -> s.ack(l, LEASED), LIVE),
                new Operation(Script.RETRY, (s, l) -> s.retry(l, LEASED), "wake", "due", "leased", "held"),
                new Operation(Script.RELEASE, (s, l) -> s.release(l, LEASED), "wake", "due", "leased", "held"),
                new Operation(Script.RENEW, (s, l) -> s.renew(l, LEASED), "wake", "leased", "held"),
                new Operation(Script.BURY, (s, l) -> s.bury(l, LEASED), with("dead", "dead-body")),
                new Operation(Script.CANCEL, (s, l) -> s.queue().cancel(TOPIC, DUE), with("meta")),
                new Operation(Script.CANCEL, (s, l) -> s.queue().cancel(TOPIC, LEASED), with("meta")),
                new Operation(
                        Script.RESCHEDULE,
                        (s, l) -> s.queue().reschedule(TOPIC, DUE, LATER),
                        "wake",
                        "due",
                        "leased",
                        "held",
                        "meta"),
                new Operation(Script.FIND, (s, l) -> s.queue().find(TOPIC, LEASED), "leased", "held", "body", "meta"),
                new Operation(
                        Script.FIND,
                        (s, l) -> s.queue().find(TOPIC, DEAD),
                        "due",
                        "leased",
                        "dead",
                        "dead-body",
                        "meta"),
                new Operation(Script.LIST, (s, l) -> list(s, State.LEASED), "leased", "held", "body"),
                new Operation(Script.LIST, (s, l) -> list(s, State.DEAD), "dead", "held", "dead-body"),
                new Operation(Script.COUNTS, (s, l) -> s.queue().counts(TOPIC), "due", "leased", "dead"),
                // By itself, since the queue looks for live messages of this id before.
                new Operation(
                        Script.REDRIVE,
                        (s, l) -> run(
                                s,
                                Script.REDRIVE,
                                with("dead", "dead-body", "meta"),
                                IN_TIME,
                                1,
                                TOPIC,
                                "channel",
                                0,
                                DEAD),
                        with("dead", "dead-body", "meta")),
                new Operation(Script.DELETE, (s, l) -> s.queue().delete(TOPIC, DEAD), "dead", "dead-body", "meta"),
                new Operation(
                        Script.DELETE_DEAD, (s, l) -> s.queue().deleteDead(TOPIC, Duration.ZERO), "dead", "dead-body"),
                new Operation(Script.REPAIR, (s, l) -> repair(s), "wake", "due", "leased", "paused"),
                // By itself, since a pause is more than one call.
                new Operation(
                        Script.REPAIR,
                        (s, l) -> run(s, Script.REPAIR, MENDED, IN_TIME, TOPIC, "channel", 0, 1),
                        MENDED),
                new Operation(Script.PAUSED, (s, l) -> s.queue().paused(), SERVICE),
                new Operation(
                        Script.MARK_PAUSED,
                        (s, l) -> run(s, Script.MARK_PAUSED, new String[] {SERVICE}, IN_TIME, TOPIC, 1),
                        SERVICE),
                new Operation(Script.LAYOUT, (s, l) -> s.queue().counts(TOPIC), "layout"),
                new Operation(Script.CHANGE_SHARDS, (s, l) -> changeShards(s), "layout"),
                new Operation(
                        Script.ADOPT,
                        (s, l) -> run(s, Script.ADOPT, new String[] {"meta", "paused"}, 7, 1, "1 5", TOPIC),
                        "meta",
                        "paused"),
                new Operation(
                        Script.SHARD_LAYOUT, (s, l) -> run(s, Script.SHARD_LAYOUT, new String[] {"meta"}), "meta"),
                new Operation(Script.HEARTBEAT, (s, l) -> s.queue().heartbeat("b", "shop", LATER), "instances"),
                new Operation(Script.LEAVE, (s, l) -> leave(s), "instances"),
                new Operation(Script.INSTANCES, (s, l) -> s.queue().instances(), "instances"));
    }

    private static OutgoingMessage.Builder far(String topic) {
        return OutgoingMessage.to(topic).body("text").delay(LATER);
    }

    static Stream<Object[]> everyKeyOfEveryOperation() {
        return operations().stream()
                .flatMap(operation ->
                        Arrays.stream(operation.keys()).map(key -> new Object[] {operation.script(), key, operation}));
    }

    @ParameterizedTest(name = "{0} with a wrong {1}")
    @MethodSource("everyKeyOfEveryOperation")
    void nothingIsChanged(Script script, String name, Operation operation) {
        cli.call("FLUSHALL");
        Steps steps = Steps.on(client);
        Lease lease = inEveryState(steps);
        String key = steps.key(name);
        String good = cli.call("EXISTS", key).equals(1L) ? "saved:" + key : null;
        if (good != null) {
            cli.call("RENAME", key, good);
        }
        if (name.equals(LAST_CLAIM)) {
            cli.call("RPUSH", key, "not a claim");
        } else {
            cli.call("SET", key, "of another type");
        }
        Map<String, String> before = cli.everything();

        assertThatThrownBy(() -> operation.call().on(steps, lease))
                .isInstanceOf(DelayQueueException.Refused.class)
                .hasMessageContaining("WRONGTYPE");

        assertThat(cli.everything()).isEqualTo(before);
        cli.call("DEL", key);
        if (good != null) {
            cli.call("RENAME", good, key);
        }
        Map<String, String> inOrder = cli.everything();
        assertThat(operation.call().on(steps, lease)).isNotNull();
        if (!READING.contains(script)) {
            assertThat(cli.everything()).isNotEqualTo(inOrder);
        }
    }

    @Test
    void noKeyOfAnyScriptIsLeftOut() {
        Map<Script, Set<String>> touched = new EnumMap<>(Script.class);
        for (Operation operation : operations()) {
            touched.computeIfAbsent(operation.script(), none -> new TreeSet<>()).addAll(List.of(operation.keys()));
        }

        for (Script script : Script.values()) {
            long declared = Pattern.compile("KEYS\\[(\\d+)]")
                    .matcher(script.source())
                    .results()
                    .map(MatchResult::group)
                    .distinct()
                    .count();
            // The keys of a list depend on the state that is asked for.
            long expected = script == Script.LIST ? 5 : declared;
            assertThat(touched.get(script)).as(script.name()).hasSize((int) expected);
        }
    }

    /** A message that is due, one under a lease that stands, one under a lease that ran out, and a dead letter. */
    private static Lease inEveryState(Steps steps) {
        steps.dead(DEAD);
        steps.sendDue(EXPIRED);
        steps.queue().claim(new ClaimRequest(0, TOPIC, "short", 1, Duration.ofMillis(1), 1, 1));
        Lease lease = steps.leased(LEASED);
        steps.claim(0, LAST_CLAIM, 1);
        steps.sendDue(DUE);
        steps.queue().heartbeat("a", "shop", LATER);
        // A topic that is known and empty.
        Receipt gone = steps.send(far(EMPTY));
        steps.queue().cancel(EMPTY, gone.id());
        // There is something to mend.
        cli.call("ZADD", steps.key("wake"), "1", TOPIC);
        return lease;
    }

    private static String[] with(String... more) {
        return Stream.concat(Arrays.stream(LIVE), Arrays.stream(more)).toArray(String[]::new);
    }

    private static Object defer(Steps steps) {
        steps.queue().defer(0, TOPIC, LATER);
        return "deferred";
    }

    private static Object leave(Steps steps) {
        steps.queue().leave("a");
        return "left";
    }

    private static Object repair(Steps steps) {
        steps.queue().repair(List.of(TOPIC));
        return "mended";
    }

    private static Object changeShards(Steps steps) {
        steps.queue().changeShards(2);
        return "changed";
    }

    private static Object list(Steps steps, State state) {
        return steps.queue().list(TOPIC, state, null, 10);
    }

    private static Object run(Steps steps, Script script, String[] names, Object... args) {
        List<Object> keys =
                Arrays.stream(names).map(name -> (Object) steps.key(name)).toList();
        return ScriptRunner.await(new ScriptRunner(client, new QueueTimer()).run(script, keys, args), TOPIC, List.of());
    }

    /** As by a process that dies in between: a pause that nobody knows of would hold messages for ever. */
    @Test
    void aResumeThatCantBeWrittenDownPausesNothingUnsaid() {
        cli.call("FLUSHALL");
        Steps steps = Steps.on(client);
        steps.sendDue("a");
        steps.queue().pause(TOPIC);
        String record = steps.key(SERVICE);
        cli.call("RENAME", record, "saved");
        cli.call("SET", record, "of another type");

        assertThatThrownBy(() -> steps.queue().resume(TOPIC)).isInstanceOf(DelayQueueException.Refused.class);

        cli.call("RENAME", "saved", record);
        assertThat(Steps.ids(steps.claim())).containsExactly("a");
        assertThat(steps.queue().paused()).containsExactly(TOPIC);
    }
}
