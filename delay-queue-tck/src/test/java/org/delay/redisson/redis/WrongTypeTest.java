package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.redis.Requests.IN_TIME;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.SERVICE_PAUSED;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.RevisionedStore;
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

    private static final String DUE = "due-1";
    private static final String LEASED = "leased-1";
    private static final String EXPIRED = "expired-1";
    private static final String DEAD = "dead-1";
    private static final String EMPTY = "payments";
    private static final String WAITING = "waiting-1";

    @SuppressWarnings("TimeInStaticInitializer") // any time to come
    private static final Instant TOMORROW =
            Instant.now().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.MILLIS);

    private static final String LAST_CLAIM = "claimer-1";

    private static final long MINUTE_MICROS = 60_000_000;

    private static final Set<Script> READING = Set.of(
            Script.POLL,
            Script.FIND,
            Script.FIND_DEAD,
            Script.LIST,
            Script.COUNTS,
            Script.SHARD_COUNTS,
            Script.RECALL_SHARD_COUNTS,
            Script.PAUSED,
            Script.INSTANCES,
            Script.LOCATE,
            Script.LEASED,
            Script.LOAD,
            Script.DEAD_GROUPS,
            Script.FIND_KEY,
            Script.FIGURES,
            Script.TASKS);

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
                // A new message in a topic that has others: whether the topic is paused makes no difference.
                some(Script.SCHEDULE, (s, l) -> s.send("new"), "wake", "due", "leased", "held", "body", "meta"),
                some(Script.SCHEDULE, (s, l) -> s.send(far(EMPTY).id("new")), "wake", "meta", "paused"),
                some(Script.SCHEDULE_NEW, (s, l) -> s.send(far(TOPIC)), "wake", "due", "body", "meta"),
                some(Script.SCHEDULE_NEW, (s, l) -> s.send(far(EMPTY)), "wake", "meta", "paused"),
                some(
                        Script.SCHEDULE,
                        (s, l) -> s.send(message(DUE).delay(LATER)),
                        "wake",
                        "due",
                        "leased",
                        "held",
                        "body",
                        "meta"),
                some(Script.SCHEDULE, (s, l) -> s.send(LEASED), "wake", "due", "leased", "held", "body", "meta"),
                some(
                        Script.SCHEDULE,
                        (s, l) -> relay(s, DUE),
                        "wake",
                        "due",
                        "leased",
                        "held",
                        "body",
                        "dead-body",
                        "meta"),
                some(Script.SCHEDULE, (s, l) -> relay(s, DEAD), "wake", "due", "leased", "held", "body", "dead-body"),
                all(Script.CANCEL_REVISIONS, (s, l) -> run(s, Script.CANCEL_REVISIONS, IN_TIME, 1, TOPIC, DUE, 7)),
                all(Script.ADOPT_REVISIONS, (s, l) -> adopt(s)),
                all(Script.LOCATE, (s, l) -> run(s, Script.LOCATE, 1, DUE, LEASED, DEAD)),
                all(Script.LEASED, (s, l) -> run(s, Script.LEASED, l.token(), LEASED)),
                all(Script.MARK, (s, l) -> raiseMark(s)),
                all(Script.POLL, (s, l) -> s.queue().poll(0)),
                all(Script.CLAIM, (s, l) -> s.claim(0, LAST_CLAIM, 7)),
                all(Script.DEFER, (s, l) -> defer(s)),
                all(Script.ACK, (s, l) -> s.ack(l, LEASED)),
                all(Script.RETRY, (s, l) -> s.retry(l, LEASED)),
                all(Script.RELEASE, (s, l) -> s.release(l, LEASED)),
                all(Script.RENEW, (s, l) -> s.renew(l, LEASED)),
                all(Script.BURY, (s, l) -> s.bury(l, LEASED)),
                all(Script.CANCEL, (s, l) -> s.queue().cancel(TOPIC, DUE)),
                all(Script.CANCEL, (s, l) -> s.queue().cancel(TOPIC, LEASED)),
                all(Script.RESCHEDULE, (s, l) -> s.queue().reschedule(TOPIC, DUE, LATER)),
                some(Script.FIND, (s, l) -> s.queue().find(TOPIC, LEASED), "leased", "held", "body", "meta"),
                some(Script.FIND, (s, l) -> s.queue().find(TOPIC, DEAD), "due", "leased", "dead", "dead-body", "meta"),
                some(Script.LIST, (s, l) -> list(s, State.LEASED), "leased", "held", "body"),
                some(Script.LIST, (s, l) -> list(s, State.DEAD), "dead", "held", "dead-body"),
                all(Script.COUNTS, (s, l) -> s.queue().counts(TOPIC)),
                // By itself, since the queue looks for live messages of this id before.
                all(Script.REDRIVE, (s, l) -> run(s, Script.REDRIVE, IN_TIME, 1, TOPIC, Requests.CHANNELS, 0, DEAD)),
                all(Script.DELETE, (s, l) -> s.queue().delete(TOPIC, DEAD)),
                all(Script.DELETE_DEAD, (s, l) -> s.queue().deleteDead(TOPIC, Duration.ZERO)),
                all(Script.FIND_DEAD, (s, l) -> run(s, Script.FIND_DEAD, "", 0, "", "", 10, 10_000, "no", "", "")),
                all(Script.REDRIVE_LISTED, (s, l) -> s.queue().redriveDead(DeadLetterFilter.of(TOPIC))),
                all(Script.DELETE_LISTED, (s, l) -> s.queue().deleteDead(DeadLetterFilter.of(TOPIC))),
                all(Script.DELETE_TOPIC, (s, l) -> run(s, Script.DELETE_TOPIC, IN_TIME, TOPIC, 1)),
                all(Script.REPAIR, (s, l) -> repair(s)),
                // By itself, since a pause is more than one call.
                all(Script.REPAIR, (s, l) -> run(s, Script.REPAIR, IN_TIME, TOPIC, Requests.CHANNELS, 0, 1)),
                all(Script.PAUSED, (s, l) -> s.queue().paused()),
                all(Script.MARK_PAUSED, (s, l) -> run(s, Script.MARK_PAUSED, IN_TIME, TOPIC, 1)),
                all(Script.SHARD_COUNTS, (s, l) -> s.queue().counts(TOPIC)),
                all(Script.CHANGE_SHARDS, (s, l) -> changeShards(s)),
                all(Script.ADOPT_SHARD_MAP, (s, l) -> run(s, Script.ADOPT_SHARD_MAP, 7, 1, "1:1 1:5", TOPIC)),
                all(Script.RECALL_SHARD_COUNTS, (s, l) -> run(s, Script.RECALL_SHARD_COUNTS)),
                all(Script.HEARTBEAT, (s, l) -> s.queue().heartbeat("b", "shop", LATER)),
                all(Script.LEAVE, (s, l) -> leave(s)),
                all(Script.INSTANCES, (s, l) -> s.queue().instances()),
                all(Script.LOAD, (s, l) -> s.queue().load(List.of(TOPIC), LATER, 2)),
                all(Script.DEAD_GROUPS, (s, l) -> s.queue().deadByError(TOPIC, 10)),
                all(Script.FIND_KEY, (s, l) -> run(s, Script.FIND_KEY, 0, 10, 10_000, "key", 10)),
                all(Script.ADD_FIGURES, (s, l) -> addFigures(s)),
                all(Script.FIGURES, (s, l) -> run(s, Script.FIGURES)),
                all(Script.BEGIN_TASK, (s, l) -> run(s, Script.BEGIN_TASK, "other", "two", 1, "{}", "{}", 1)),
                all(Script.REPORT_TASK, (s, l) -> run(s, Script.REPORT_TASK, TOPIC, "one", "DONE", "{}")),
                all(Script.STOP_TASK, (s, l) -> run(s, Script.STOP_TASK, TOPIC)),
                all(Script.TASKS, (s, l) -> run(s, Script.TASKS)));
    }

    /** An operation that touches all keys of its script. */
    private static Operation all(Script script, Operation.Call call) {
        return new Operation(
                script, call, Arrays.stream(names(script)).distinct().toArray(String[]::new));
    }

    /** An operation that touches some keys of its script. */
    private static Operation some(Script script, Operation.Call call, String... names) {
        return new Operation(script, call, names);
    }

    private static String[] names(Script script) {
        boolean ofService = script == Script.PAUSED || script == Script.MARK_PAUSED;
        return script.keys().stream()
                .map(part -> ofService ? SERVICE_PAUSED : part.equals("claim") ? LAST_CLAIM : part)
                .toArray(String[]::new);
    }

    private static Object relay(Steps steps, String id) {
        Object stored = StoredBody.withRevision("1\ntext", 7);
        return run(
                steps, Script.SCHEDULE, IN_TIME, 1, TOPIC, Requests.CHANNELS, 0, 0, id, "+3600000", 4, "NEWER", stored);
    }

    private static Object adopt(Steps steps) {
        Object stored = StoredBody.withRevision("1\ntext", 7);
        return run(steps, Script.ADOPT_REVISIONS, IN_TIME, 1, TOPIC, WAITING, TOMORROW.toEpochMilli(), 4, stored);
    }

    private static Object raiseMark(Steps steps) {
        RevisionedStore store = steps.queue().revisions().orElseThrow();
        return store.raiseMark(0, store.mark(0), 7);
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
            // The keys of a list depend on the state.
            String[] expected = script == Script.LIST
                    ? new String[] {"leased", "held", "body", "dead", "dead-body"}
                    : names(script);
            assertThat(touched.get(script)).as(script.name()).isEqualTo(new TreeSet<>(List.of(expected)));
        }
    }

    /** A message that is due, one under a lease that stands, one under a lease that ran out, and a dead letter. */
    private static Lease inEveryState(Steps steps) {
        steps.dead(DEAD);
        steps.sendDue(EXPIRED);
        steps.queue()
                .claim(new ClaimRequest(0, TOPIC, new ClaimId("short", 1), Duration.ofMillis(1), new ClaimLimit(1, 1)));
        Lease lease = steps.leased(LEASED);
        steps.claim(0, LAST_CLAIM, 1);
        steps.sendDue(DUE);
        steps.send(OutgoingMessage.to(TOPIC).id(WAITING).body("text").dueTime(TOMORROW));
        steps.queue().heartbeat("a", "shop", LATER);
        // A topic that is known and empty.
        Receipt gone = steps.send(far(EMPTY));
        steps.queue().cancel(EMPTY, gone.id());
        run(steps, Script.BEGIN_TASK, TOPIC, "one", LATER.toMillis(), "{}", "{}", LATER.toMillis());
        // There is something to repair.
        cli.call("ZADD", steps.key("wake"), "1", TOPIC);
        return lease;
    }

    /** By itself, since the key has the minute. */
    private static Object addFigures(Steps steps) {
        long micros = steps.queue().poll(0).now();
        List<Object> answer;
        do {
            answer = run(
                    steps, Script.ADD_FIGURES, micros / MINUTE_MICROS, LATER.toMillis(), 10, 10_000, TOPIC, "1 0 0");
            micros = (Long) answer.get(0);
        } while (answer.get(1).equals(0L));
        return answer;
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
        return "repaired";
    }

    private static Object changeShards(Steps steps) {
        steps.queue().changeShards(2);
        return "changed";
    }

    private static Object list(Steps steps, State state) {
        return steps.queue().list(TOPIC, state, null, 10);
    }

    private static List<Object> run(Steps steps, Script script, Object... args) {
        List<Object> keys = Arrays.stream(names(script))
                .map(name -> (Object) steps.key(name))
                .toList();
        return ScriptRunner.await(new ScriptRunner(client, new QueueTimer()).run(script, keys, args), TOPIC, List.of());
    }

    /** As by a process that dies in between: a pause that nobody knows of would hold messages for ever. */
    @Test
    void aResumeThatCantBeWrittenDownPausesNothingUnsaid() {
        cli.call("FLUSHALL");
        Steps steps = Steps.on(client);
        steps.sendDue("a");
        steps.queue().pause(TOPIC);
        String record = steps.key(SERVICE_PAUSED);
        cli.call("RENAME", record, "saved");
        cli.call("SET", record, "of another type");

        assertThatThrownBy(() -> steps.queue().resume(TOPIC)).isInstanceOf(DelayQueueException.Refused.class);

        cli.call("RENAME", "saved", record);
        assertThat(Steps.ids(steps.claim())).containsExactly("a");
        assertThat(steps.queue().paused()).containsExactly(TOPIC);
    }
}
