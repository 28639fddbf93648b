package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.examples.Order;
import org.delay.redisson.examples.failures.DeadLetters;
import org.delay.redisson.examples.failures.FailuresExample;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The user that {@code docs/storage.md} makes can do everything that the queue does, and has no command to spare. */
class AclLineTest {

    private static final Pattern COMMAND = Pattern.compile("\\+([a-z|]+)");
    private static final Pattern CALLED = Pattern.compile("redis\\.p?call\\('([A-Z]+)'");

    /** Redis 6.2 would refuse the whole line because of it, and only a Cluster needs it. */
    private static final String IN_A_CLUSTER = "spublish";

    private static final Pattern DENIED = Pattern.compile("\"object\"\\s+\\d+\\) \"([^\"]*)\"");

    private static final List<String> BY_THE_CLIENT = List.of(
            "auth",
            "client",
            "eval",
            "evalsha",
            "script",
            "info",
            "ping",
            "publish",
            "subscribe",
            "unsubscribe",
            "sadd",
            "sscan");

    private static String line() {
        return Document.of("docs/" + "storage.md").blocks().stream()
                .flatMap(block -> block.text().lines())
                .filter(line -> line.contains("ACL SETUSER"))
                .map(line -> line.substring(line.indexOf("ACL SETUSER")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void isEnoughForEverything() throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisCli cli = new RedisCli(server.port())) {
            assertThat(cli.say(line())).isEqualTo("OK");
            assertThat(cli.say("ACL SETUSER default resetkeys resetchannels nocommands +acl +info"))
                    .isEqualTo("OK");
            String url = server.uri().replace("redis://", "redis://delay-queue:secret@");
            try (ConfigurableApplicationContext application = SpringApplication.run(
                    FailuresExample.class,
                    "--spring.kafka.bootstrap-servers=none",
                    "--spring.data.redis.url=" + url,
                    "--spring.data.redis.client-name=orders",
                    "--delay.redisson.register-service=orders",
                    "--delay.redisson.dead-letter-retention=1m",
                    "--delay.redisson.retry.delay=10ms")) {
                doEverything(application);
            }
            // Redisson tries whether a script may name this key, and goes on all the same.
            assertThat(DENIED.matcher(cli.say("ACL LOG")).results().map(denied -> denied.group(1)))
                    .isSubsetOf("test1");
            String used = cli.say("INFO commandstats");
            assertThat(BY_THE_CLIENT).allSatisfy(command -> assertThat(used).contains("cmdstat_" + command));
        }
    }

    /** What scripts call is read from them: not each command is reached by a test. */
    @Test
    void hasNoCommandToSpare() {
        TreeSet<String> called = new TreeSet<>(BY_THE_CLIENT);
        ProjectFiles.find(path -> path.endsWith(".lua") && path.contains("/src/main/"))
                .forEach(script -> CALLED.matcher(ProjectFiles.read(script))
                        .results()
                        .forEach(call -> called.add(call.group(1).toLowerCase(Locale.ROOT))));
        called.remove(IN_A_CLUSTER);
        assertThat(COMMAND.matcher(line())
                        .results()
                        .map(found -> found.group(1).replaceAll("\\|.*", ""))
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(called);
    }

    private static void doEverything(ConfigurableApplicationContext application) {
        DelayQueueMessageProducer producer = application.getBean(DelayQueueMessageProducer.class);
        DelayQueueMessage queue = application.getBean(DelayQueueMessage.class);
        Receipt receipt = producer.sendMessage("refund", order("later"), Duration.ofDays(1));
        assertThat(producer.reschedule("refund", receipt.id(), Duration.ofDays(2)))
                .isEqualTo(RescheduleResult.RESCHEDULED);
        assertThat(queue.find("refund", receipt.id())).isPresent();
        assertThat(queue.list("refund", State.DUE, null, 10).messages()).hasSize(1);
        assertThat(producer.cancel("refund", receipt.id())).isEqualTo(CancelResult.CANCELLED);
        for (String id : List.of("now", "flaky", "gone", "closed")) {
            producer.sendMessage(OutgoingMessage.to("refund")
                    .id(id)
                    .body(order(id))
                    .delay(Duration.ZERO)
                    .build());
        }
        await().untilAsserted(() ->
                assertThat(queue.counts("refund")).isEqualTo(new DelayQueueMessage.Counts(0, 0, 1, Duration.ZERO)));
        assertThat(queue.redrive("refund", "gone")).isEqualTo(RedriveResult.SCHEDULED);
        await().until(() ->
                queue.counts("refund").dead() == 1 && queue.counts("refund").leased() == 0);
        queue.delete("refund", "gone");
        queue.deleteDead("refund", Duration.ZERO);
        application.getBean(DeadLetters.class).redriveSome("refund");
        queue.deleteDead(DeadLetterFilter.of("refund"));
        assertThat(queue.deleteTopic("unused", true).deleted()).isTrue();
        queue.pause("refund");
        assertThat(queue.paused()).containsExactly("refund");
        queue.resume("refund");
        await().untilAsserted(() -> assertThat(queue.instances()).hasSize(1));
        queue.repair(List.of("refund"));
        changeWithRevisions(queue.revisions().orElseThrow());
        // tag::shards[]
        queue.changeShards(6);
        // end::shards[]
        assertThat(producer.sendMessage("refund", order("later"), Duration.ofDays(1))
                        .id())
                .isNotEmpty();
    }

    /** As a journal does. */
    private static void changeWithRevisions(RevisionedStore store) {
        RevisionedStore.PreparedMessage prepared = store.prepare(OutgoingMessage.to("refund")
                .body(order("owed"))
                .delay(Duration.ofDays(1))
                .build());
        assertThat(store.relay(List.of(prepared.at(1))).get(0).outcome()).isEqualTo(Outcome.SCHEDULED);
        assertThat(store.locate(List.of(new RevisionedStore.MessageName("refund", prepared.id())))
                        .get(0))
                .isPresent();
        assertThat(store.cancel(List.of(new RevisionedStore.MessageRevision("refund", prepared.id(), 2)))
                        .get(0)
                        .outcome())
                .isEqualTo(Outcome.CANCELLED);
        RevisionedStore.ShardMark mark = store.raiseMark(0, store.mark(0), 1);
        assertThat(mark.mark()).isEqualTo(1);
        assertThat(mark.replicationId()).isNotEmpty();
    }

    private static Order order(String id) {
        return new Order(id, BigDecimal.ONE);
    }
}
