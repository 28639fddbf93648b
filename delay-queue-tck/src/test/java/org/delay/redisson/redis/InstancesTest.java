package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.LATER;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.InstanceOperations.Membership;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** Heartbeats beside what other hands, versions and clocks left under their key. */
class InstancesTest {

    private static RedisServer server;
    private static RedissonClient client;
    private static RedisCli cli;

    private Steps steps;

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
    void open() {
        cli.call("FLUSHALL");
        steps = Steps.on(client);
    }

    private static final long LIFE = 30_000;

    private void written(String id, long end, String details) {
        cli.call("ZADD", steps.key("alive"), Long.toString(end), id);
        cli.call("HSET", steps.key("details"), id, details);
    }

    private long now() {
        return steps.queue().poll(0).now() / 1000;
    }

    private String details(int format) {
        return now() - 60_000 + " " + LIFE + " " + format + " shop";
    }

    private List<String> beat() {
        return steps.queue().heartbeat("me", "shop", LATER).stream()
                .map(Instance::id)
                .toList();
    }

    private Membership beat(long known) {
        return steps.queue().heartbeat("me", "shop", LATER, known);
    }

    private static List<String> ids(Membership told) {
        return told.alive().stream().map(Instance::id).toList();
    }

    private void assertOnlyMeIsStored() {
        assertThat(cli.list("ZRANGE", steps.key("alive"), "0", "-1")).containsExactly("me");
        assertThat(cli.list("HKEYS", steps.key("details"))).containsExactly("me");
    }

    @Test
    void whatIsNoInstanceIsNotListed() {
        written("junk", now() + LIFE, "junk");
        written("empty", now() + LIFE, "");

        assertThat(beat()).containsExactly("me");
        assertThat(steps.queue().instances()).extracting(Instance::id).containsExactly("me");
    }

    @Test
    void whatIsOnlyHalfThereIsRemoved() {
        cli.call("ZADD", steps.key("alive"), Long.toString(now() + LIFE), "without details");
        cli.call("HSET", steps.key("details"), "without a life", details(1));
        cli.call("HSET", steps.key("details"), "another", details(1));

        assertThat(beat()).containsExactly("me");
        assertOnlyMeIsStored();
    }

    /** After a replica with another clock was promoted, for example: a dead instance must not live on for the difference. */
    @Test
    void aHeartbeatFromTheFutureIsRemoved() {
        written("ahead", now() + 3_600_000, details(1));

        assertThat(steps.queue().instances()).isEmpty();
        assertThat(beat()).containsExactly("me");
        assertOnlyMeIsStored();
    }

    /** Its answer was of a clock that was an hour ahead, as is what the others stored then. */
    @Test
    void afterTheClockWasSetBackAllIsToldAndTheDeadAreRemoved() {
        long known = beat(0).clock();
        written("ahead", now() + 3_600_000, details(1));
        cli.call("ZADD", steps.key("changes"), Long.toString(known + 3_600_000_000L), "ahead");

        Membership told = beat(known + 3_600_000_000L);

        assertThat(told.isWhole()).isTrue();
        assertThat(ids(told)).containsExactly("me");
        assertThat(told.clock()).isLessThan(known + 60_000_000);
        assertOnlyMeIsStored();
    }

    /** All that beat before are dead by their lives; each comes back with its next heartbeat. */
    @Test
    void afterTheClockWasSetForwardWhoComesBackIsTold() {
        written("behind", now() - 3_600_000, details(1));
        long known = beat(0).clock();

        steps.queue().heartbeat("behind", "shop", LATER);

        assertThat(ids(beat(known))).contains("behind");
    }

    @Test
    void aLaterVersionIsListedWithItsFormat() {
        written("newer", now() + LIFE, details(7));

        assertThat(steps.queue().heartbeat("me", "shop", LATER))
                .extracting(Instance::id, Instance::format)
                .contains(org.assertj.core.api.Assertions.tuple("newer", 7));
    }

    @Test
    void thousandsOfDeadOnesAreRemovedBitByBit() {
        long dead = now() - 1;
        String details = details(1);
        for (int i = 0; i < 450; i++) {
            written("dead-" + i, dead, details);
        }

        assertThat(beat()).containsExactly("me");
        for (int i = 0; i < 4; i++) {
            beat();
        }

        assertOnlyMeIsStored();
    }

    @Test
    void everythingLostIsToldAnew() {
        steps.queue().heartbeat("other", "shop", LATER);
        long known = beat(0).clock();
        cli.call("FLUSHALL");

        Membership told = beat(known);

        assertThat(told.isWhole()).isTrue();
        assertThat(ids(told)).containsExactly("me");
        assertThat(told.size()).isEqualTo(1);
    }

    /** Each comes back with its next heartbeat, and the number tells who has heard of another one. */
    @Test
    void eachKeyMayBeLostAlone() {
        for (String key : List.of("alive", "details", "changes")) {
            cli.call("FLUSHALL");
            steps.queue().heartbeat("other", "shop", LATER);
            long known = beat(0).clock();
            cli.call("DEL", steps.key(key));

            beat(known);
            steps.queue().heartbeat("other", "shop", LATER, known);
            beat(known);

            assertThat(beat()).as(key).containsExactlyInAnyOrder("me", "other");
            assertThat(beat(known).size()).as(key).isEqualTo(2);
        }
    }

    @Test
    void whatIsKnownCostsAFewBytesAndNoTimeAmongThousands() {
        long end = now() + 600_000;
        String details = now() + " 600000 1 shop";
        for (int i = 0; i < 3_000; i++) {
            written("instance-" + i, end, details);
        }
        long known = beat(0).clock();
        assertThat(beat(0).alive()).hasSize(3_001);
        long bytes = bytesOut();
        int times = 100;

        for (int i = 0; i < times; i++) {
            Membership told = beat(known);
            known = told.clock();
            assertThat(told.size()).isEqualTo(3_001);
            assertThat(told.life()).isGreaterThan(LATER.multipliedBy(90));
        }

        assertThat((bytesOut() - bytes) / times).isLessThan(250);
        List<Long> ofWhatIsKnown = new ArrayList<>();
        List<Long> ofAll = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            long last = known;
            ofWhatIsKnown.add(microsOfScripts(() -> beat(last)));
            ofAll.add(microsOfScripts(() -> beat(0)));
        }
        // A pause is in few of them.
        assertThat(median(ofWhatIsKnown)).isLessThan(median(ofAll) / 20);
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }

    private static long microsOfScripts(Runnable call) {
        long before = microsOfScripts();
        call.run();
        return microsOfScripts() - before;
    }

    private static long bytesOut() {
        return field("stats", "total_net_output_bytes:(\\d+)");
    }

    private static long microsOfScripts() {
        return field("commandstats", "cmdstat_evalsha:calls=\\d+,usec=(\\d+)");
    }

    private static long field(String section, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(cli.text("INFO", section));
        assertThat(found.find()).isTrue();
        return Long.parseLong(found.group(1));
    }

    @Test
    void outOfMemoryItGoesOn() {
        long known = beat(0).clock();
        cli.call("CONFIG", "SET", "maxmemory", "1");
        try {
            assertThat(beat(known).size()).isEqualTo(1);
            assertThat(beat()).containsExactly("me");
        } finally {
            cli.call("CONFIG", "SET", "maxmemory", "0");
        }
    }

    /** By Redis's clock: a beat's age does not depend on who asks. */
    @Test
    void aLifeEndsOnTheServer() {
        steps.queue().heartbeat("brief", "shop", Duration.ofMillis(1));

        Steps.awaiting()
                .untilAsserted(() -> assertThat(steps.queue().instances()).isEmpty());
    }
}
