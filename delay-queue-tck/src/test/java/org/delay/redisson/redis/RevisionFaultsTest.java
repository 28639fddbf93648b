package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.time.Instant;
import java.util.List;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.PreparedMessage;
import org.delay.redisson.RevisionedStore.Relayed;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.RevisionedStore.ShardMark;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** What a journal sees of a Redis that is down, that has lost something, or that is another one. */
class RevisionFaultsTest {

    @Test
    void anOlderSnapshotHasAnOlderMark() {
        try (RedisServer server = RedisServer.start();
                RedisCli cli = RedisCli.of(server)) {
            RedissonClient client = Clients.of(server);
            RevisionedStore store = store(Steps.on(client));
            ShardMark ten = store.raiseMark(0, store.mark(0), 10);
            assertThat(relay(store, "kept").mark()).isEqualTo(10);
            cli.call("SAVE");
            ShardMark twenty = store.raiseMark(0, ten, 20);
            assertThat(relay(store, "lost").mark()).isEqualTo(20);

            server.kill();
            server.restart();

            Steps.awaiting().ignoreException(DelayQueueException.class).until(() -> store.mark(0) != null);
            ShardMark found = store.mark(0);
            assertThat(found.mark()).isEqualTo(10);
            assertThat(found.replicationId()).isNotEqualTo(twenty.replicationId());
            assertThat(locate(store, "kept")).isTrue();
            assertThat(locate(store, "lost")).isFalse();
            assertThat(store.raiseMark(0, twenty, 21)).isEqualTo(found);
            assertThat(store.raiseMark(0, found, 21).mark()).isEqualTo(21);
            client.shutdown();
        }
    }

    @Test
    void anEmptyRedisHasNoMark() {
        try (RedisServer server = RedisServer.start();
                RedisCli cli = RedisCli.of(server)) {
            RedissonClient client = Clients.of(server);
            RevisionedStore store = store(Steps.on(client));
            ShardMark ten = store.raiseMark(0, store.mark(0), 10);
            assertThat(ten.replicationId()).hasSize(40);

            cli.call("FLUSHALL");

            ShardMark empty = new ShardMark(0, ten.replicationId());
            assertThat(store.mark(0)).isEqualTo(empty);
            assertThat(store.raiseMark(0, ten, 11)).isEqualTo(empty);
            client.shutdown();
        }
    }

    @Test
    void aPromotedReplicaHasTheMarkAndAnotherReplicationId() {
        try (RedisServer master = RedisServer.start();
                RedisServer replica = RedisServer.builder()
                        .config("replicaof 127.0.0.1 " + master.port())
                        .start();
                RedisCli cli = RedisCli.of(replica)) {
            Steps.awaiting().until(() -> Replication.isInStep(replica));
            RedissonClient before = Clients.of(master);
            Steps steps = Steps.on(before);
            RevisionedStore store = store(steps);
            ShardMark ten = store.raiseMark(0, store.mark(0), 10);
            Steps.awaiting().until(() -> "10".equals(String.valueOf(cli.call("HGET", steps.key("meta"), "mark"))));

            cli.call("REPLICAOF", "NO", "ONE");

            RedissonClient after = Clients.of(replica);
            RevisionedStore promoted = store(Steps.on(after, steps.service(), 1));
            Steps.awaiting().until(() -> promoted.mark(0).mark() == 10);
            assertThat(promoted.mark(0).replicationId()).isNotEqualTo(ten.replicationId());
            assertThat(promoted.raiseMark(0, ten, 11).mark()).isEqualTo(10);
            before.shutdown();
            after.shutdown();
        }
    }

    @Test
    void whoMayNotCallInfoHasMarksAllTheSame() {
        try (RedisServer server = RedisServer.start();
                RedisCli cli = RedisCli.of(server)) {
            RedissonClient client = Clients.of(server);
            RevisionedStore store = store(Steps.on(client));
            store.mark(0);
            cli.call("ACL", "SETUSER", "default", "-info");

            assertThat(store.raiseMark(0, ShardMark.NONE, 10)).isEqualTo(new ShardMark(10, ""));
            client.shutdown();
        }
    }

    @Test
    void aStoreThatIsDownHasPreparedMessagesAllTheSame() {
        try (RedisServer server = RedisServer.start()) {
            RedissonClient client = Clients.of(server);
            RevisionedStore store = store(Steps.on(client));
            relay(store, "before");
            Instant before = Instant.now();
            server.kill();

            PreparedMessage prepared = prepare(store, "a");

            // The server's clock is that of this machine.
            assertThat(prepared.dueTime())
                    .isBetween(before.plus(LATER), Instant.now().plus(LATER).plus(Steps.GENEROUS));
            Relayed relayed = store.relay(List.of(prepared.at(5))).get(0);
            assertThat(relayed.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(relayed.failure()).isInstanceOf(DelayQueueException.class);
            server.restart();
            Steps.awaiting()
                    .until(() -> store.relay(List.of(prepared.at(5))).get(0).outcome() != Outcome.FAILED);
            assertThat(locate(store, "a")).isTrue();
            client.shutdown();
        }
    }

    @Test
    void aDelayNeedsTheTimeOfTheStoreAndADueTimeDoesNot() {
        RedisServer server = RedisServer.start();
        RedissonClient client = Clients.of(server);
        RevisionedStore store = store(Steps.on(client));
        server.close();
        Instant due = Instant.parse("2030-01-01T00:00:00Z");

        assertThatThrownBy(() -> prepare(store, "a")).isInstanceOf(DelayQueueException.Refused.class);
        assertThat(store.prepare(message("a").delay(null).dueTime(due).build()).dueTime())
                .isEqualTo(due);
        client.shutdown();
    }

    /** A replica takes no relay, and its answer promises nothing. */
    @Test
    void aReplicaAnswersNoRelayAndNoMark() {
        try (RedisServer master = RedisServer.start();
                RedisServer server = RedisServer.start();
                RedisCli cli = RedisCli.of(server)) {
            RedissonClient client = Clients.of(server);
            RevisionedStore store = store(Steps.on(client));
            PreparedMessage message = prepare(store, "a");
            store.relay(List.of(message.at(5)));
            cli.call("CONFIG", "SET", "replica-serve-stale-data", "yes");
            cli.call("REPLICAOF", "127.0.0.1", String.valueOf(master.port()));

            assertThat(store.relay(List.of(message.at(5))).get(0).outcome()).isEqualTo(Outcome.FAILED);
            assertThatThrownBy(() -> store.mark(0)).isInstanceOf(DelayQueueException.class);
            client.shutdown();
        }
    }

    private static RevisionedStore store(Steps steps) {
        return steps.queue().revisions().orElseThrow();
    }

    private static PreparedMessage prepare(RevisionedStore store, String id) {
        return store.prepare(message(id).delay(LATER).build());
    }

    private static Relayed relay(RevisionedStore store, String id) {
        return store.relay(List.of(prepare(store, id).at(1))).get(0);
    }

    private static boolean locate(RevisionedStore store, String id) {
        return store.locate(List.of(new MessageName(TOPIC, id))).get(0).isPresent();
    }
}
