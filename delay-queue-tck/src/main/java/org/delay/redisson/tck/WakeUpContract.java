package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.delay.redisson.WakeUpOperations.WakeUpListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Subscribers hear when a shard must be polled earlier than they know. Each test subscribes after its preparations, to hear only what
 * follows. */
abstract class WakeUpContract extends ContractFixture {

    /** Before any lease ends, and longer than a signal is on its way. */
    private static final Duration SOON = GENEROUS.multipliedBy(2);

    private final WakeUps wakeUps = new WakeUps();
    private Subscription subscription = () -> {};

    @AfterEach
    void unsubscribe() {
        subscription.close();
    }

    private void subscribe() {
        subscription = subscribe(queue, wakeUps);
    }

    private static Subscription subscribe(DelayQueueMessage queue, WakeUps listener) {
        Subscription subscription = queue.subscribe(listener);
        awaiting().until(() -> listener.subscriptions() > 0);
        return subscription;
    }

    private WakeUps.WakeUp awaitWakeUp(String topic, int number) {
        awaiting().untilAsserted(() -> assertThat(wakeUps.heardOf(topic)).hasSizeGreaterThanOrEqualTo(number));
        return wakeUps.heardOf(topic).get(number - 1);
    }

    /** The time left when the wake-up arrives may be slightly shorter than when it was sent. */
    private void assertIn(WakeUps.WakeUp wakeUp, Duration in) {
        assertThat(wakeUp.in()).isBetween(in.minus(GENEROUS), in.plusMillis(1).plus(queues.dueTimeError()));
    }

    @Test
    void theFirstMessageOfAShard() {
        subscribe();

        send(message("a"));

        WakeUps.WakeUp heard = awaitWakeUp(TOPIC, 1);
        assertThat(heard.shard()).isEqualTo(home("a"));
        assertIn(heard, LATER);
        assertThat(wakeUps.subscriptions()).isPositive();
    }

    @Test
    void aMessageThatIsDueAtOnce() {
        subscribe();

        sendDue("a");

        assertIn(awaitWakeUp(TOPIC, 1), Duration.ZERO);
        assertThat(queue.poll(home("a")).due()).containsExactly(TOPIC);
    }

    @Test
    void onlyAnEarlierMessageIsWorthAWakeUp() {
        subscribe();

        send(message("a").delay(LATER));
        send(message("later", "a").delay(LATER.multipliedBy(2)));
        send(message("a").delay(SOON).onDuplicate(OnDuplicate.KEEP));
        send(message("earlier", "a").delay(SOON));

        assertIn(awaitWakeUp("earlier", 1), SOON);
        assertThat(wakeUps.heard()).extracting(WakeUps.WakeUp::topic).containsExactly(TOPIC, "earlier");
    }

    @Test
    void anEarlierMessageOfTheSameTopic() {
        List<String> ids = neighbours(2);
        subscribe();

        send(message(ids.get(0)).delay(LATER));
        send(message(ids.get(1)).delay(SOON));

        assertIn(awaitWakeUp(TOPIC, 2), SOON);
    }

    @Test
    void aMessageThatIsReplacedByAnEarlierOne() {
        send(message("a"));
        subscribe();

        send(message("a").delay(SOON));

        assertIn(awaitWakeUp(TOPIC, 1), SOON);
    }

    @Test
    void aBulkWakesEachOfItsShards() {
        List<String> ids = IntStream.range(0, 50).mapToObj(i -> "a" + i).toList();
        subscribe();

        queue.schedule(ids.stream().map(id -> message(id).build()).toList());

        Integer[] homes = ids.stream().map(this::home).distinct().toArray(Integer[]::new);
        awaiting()
                .untilAsserted(() -> assertThat(wakeUps.heard())
                        .extracting(WakeUps.WakeUp::shard)
                        .contains(homes));
    }

    @Test
    void aRetry() {
        LeasedMessage held = leased("a");
        subscribe();

        retry(held, SOON, false);

        assertIn(awaitWakeUp(TOPIC, 1), SOON);
        assertThat(wakeUps.heard().get(0).shard()).isEqualTo(home("a"));
    }

    @Test
    void aRelease() {
        LeasedMessage held = leased("a");
        subscribe();

        release(held, SOON, false);

        assertIn(awaitWakeUp(TOPIC, 1), SOON);
    }

    @Test
    void aReleaseThatIsDueAtOnce() {
        LeasedMessage held = leased("a");
        subscribe();

        release(held, Duration.ZERO, false);

        assertThat(awaitWakeUp(TOPIC, 1).in()).isLessThanOrEqualTo(Duration.ZERO);
    }

    @Test
    void aReschedule() {
        send(message("a"));
        subscribe();

        queue.reschedule(TOPIC, "a", SOON);

        assertIn(awaitWakeUp(TOPIC, 1), SOON);
    }

    @Test
    void aRedrive() {
        dead("a");
        subscribe();

        queue.redrive(TOPIC, "a");

        assertIn(awaitWakeUp(TOPIC, 1), Duration.ZERO);
    }

    @Test
    void whoHearsASignalSeesItsReason() {
        subscribe();

        send(message("a"));

        WakeUps.WakeUp heard = awaitWakeUp(TOPIC, 1);
        ShardState state = queue.poll(heard.shard());
        assertThat(state.next()).isEqualTo(stored("a").at().toEpochMilli());
    }

    @Test
    void everySubscriberHears() throws Exception {
        WakeUps others = new WakeUps();
        subscribe();
        Subscription another = subscribe(open(), others);
        try {
            send(message("a"));

            awaitWakeUp(TOPIC, 1);
            awaiting().untilAsserted(() -> assertThat(others.heardOf(TOPIC)).hasSize(1));
        } finally {
            another.close();
        }
    }

    @Test
    void afterTheEndNothingIsHeard() {
        WakeUps others = new WakeUps();
        Subscription another = subscribe(queue, others);
        subscribe();
        another.close();
        another.close();

        send(message("a"));

        awaitWakeUp(TOPIC, 1);
        assertThat(others.heard()).isEmpty();
    }

    @Test
    void aListenerThatFailsDoesNotHarmTheOthers() {
        WakeUps failing = new WakeUps();
        Subscription another = queue.subscribe(new WakeUpListener() {
            @Override
            public void wakeUp(int shard, String topic, Duration in) {
                failing.wakeUp(shard, topic, in);
                throw new IllegalStateException("on purpose");
            }

            @Override
            public void subscribed() {
                failing.subscribed();
                throw new IllegalStateException("on purpose");
            }
        });
        try {
            subscribe();
            awaiting().until(() -> failing.subscriptions() > 0);

            send(message("a"));
            send(message("a").delay(SOON));

            awaitWakeUp(TOPIC, 2);
            awaiting().untilAsserted(() -> assertThat(failing.heardOf(TOPIC)).hasSize(2));
        } finally {
            another.close();
        }
    }
}
