package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.util.List;
import java.util.function.Consumer;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DeleteResult;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RedissonClient;

/** A Redis without memory takes no more messages, and says so; what it holds can still be delivered, so that it drains. */
@ParameterizedClass
@EnumSource(EachServer.class)
class OutOfMemoryTest {

    private static RedisServer server;
    private static RedissonClient client;
    private static RedisCli cli;
    private Steps steps;

    @Parameter
    EachServer choice;

    @BeforeParameterizedClassInvocation
    static void start(EachServer choice) {
        server = choice.start("maxmemory-policy noeviction");
        client = Clients.of(server);
        cli = RedisCli.of(server);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        cli.close();
        client.shutdown();
        server.close();
    }

    @BeforeEach
    void open() {
        steps = Steps.on(client);
    }

    /** Every byte in use is one too many. */
    private void fill() {
        cli.call("CONFIG", "SET", "maxmemory", "1");
    }

    @AfterEach
    void free() {
        cli.call("CONFIG", "SET", "maxmemory", "0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"new", "due", "leased"})
    void aSendIsRefusedAndStoresNothing(String id) {
        steps.leased("leased");
        steps.sendDue("due");
        fill();
        var before = cli.everything();

        assertThatThrownBy(() -> steps.send(id))
                .isInstanceOfSatisfying(
                        DelayQueueException.Refused.class,
                        e -> assertThat(e.ids()).containsExactly(id))
                .hasMessageContaining("maxmemory");

        assertThat(cli.everything()).isEqualTo(before);
        free();
        assertThat(steps.send(id).outcome())
                .isEqualTo(
                        switch (id) {
                            case "new" -> Outcome.SCHEDULED;
                            case "due" -> Outcome.REPLACED;
                            default -> Outcome.REPLACED_IN_FLIGHT;
                        });
    }

    @Test
    void aSendThatKeepsWhatIsThereNeedsNoMemory() {
        steps.send("a");
        fill();

        assertThat(steps.send(message("a").onDuplicate(OnDuplicate.KEEP)).outcome())
                .isEqualTo(Outcome.KEPT);
    }

    @Test
    void aClientThatIsNewDrainsIt() {
        steps.sendDue("a", "b", "c");
        fill();

        Steps later = Steps.on(client, steps.service(), 1);
        assertThat(later.queue().shards()).isEqualTo(1);
        assertThat(later.queue().poll(0).due()).containsExactly(TOPIC);
        ClaimResult claim = later.claim();
        assertThat(Steps.ids(claim)).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(later.ack(claim.lease(), "a", "b", "c")).isEmpty();

        assertThat(cli.everything()).doesNotContainKeys(steps.key("due"), steps.key("body"), steps.key("wake"));
    }

    @Test
    void whoDispatchesCanDoAllThatItMust() {
        Lease lease = steps.leased("retried", "handed back", "renewed", "buried", "acked");
        fill();

        assertThat(steps.renew(lease, "renewed")).isEmpty();
        assertThat(steps.retry(lease, "retried")).isEmpty();
        assertThat(steps.release(lease, "handed back")).isEmpty();
        assertThat(steps.bury(lease, "buried")).isEmpty();
        assertThat(steps.ack(lease, "acked")).isEmpty();
        assertThat(Steps.ids(steps.claim())).containsExactly("handed back");
        steps.queue().defer(0, TOPIC, LATER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"due", "leased"})
    void whatIsNotWantedCanBeTakenAway(String id) {
        steps.leased("leased");
        steps.sendDue("due");
        fill();

        assertThat(steps.queue().cancel(TOPIC, id))
                .isEqualTo(id.equals("due") ? CancelResult.CANCELLED : CancelResult.IN_FLIGHT);
    }

    @Test
    void deadLettersCanBeDeleted() {
        steps.dead("a");
        fill();

        assertThat(steps.queue().delete(TOPIC, "a")).isEqualTo(DeleteResult.DELETED);
    }

    @Test
    void topicsAreMended() {
        steps.sendDue("a");
        cli.call("DEL", steps.key("wake"));
        fill();

        steps.queue().repair(List.of(TOPIC));

        assertThat(steps.queue().poll(0).due()).containsExactly(TOPIC);
    }

    @Test
    void aChangeOfShardsIsRefusedOrDoneAsAWhole() {
        steps.sendDue("a");
        fill();
        Consumer<Steps> change = each -> each.queue().changeShards(3);

        assertThatThrownBy(() -> change.accept(steps)).isInstanceOf(DelayQueueException.Refused.class);

        assertThat(steps.queue().shards()).isEqualTo(1);
        // As if memory had run out between the record and the shards.
        cli.call("CONFIG", "SET", "maxmemory", "0");
        cli.call("RPUSH", steps.key("shards"), "1:3");
        fill();
        assertThat(Steps.on(client, steps.service(), 1).queue().shards()).isEqualTo(3);
    }
}
