package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.junit.jupiter.api.Test;

/** An instance is alive until its last heartbeat expires, by the queue's clock. */
abstract class InstancesContract extends ContractFixture {

    private List<Instance> beat(String id) {
        return queue.heartbeat(id, "shop", LATER);
    }

    /** Returns when a heartbeat of this lifetime has expired. */
    private void briefly(String id) {
        queue.heartbeat(id, "shop", SHORT);
        passTime(SHORT);
    }

    private static List<String> ids(List<Instance> instances) {
        return instances.stream().map(Instance::id).toList();
    }

    @Test
    void atFirstThereIsNobody() {
        assertThat(queue.instances()).isEmpty();
    }

    @Test
    void aHeartbeatAnswersWhoIsAliveItselfIncluded() {
        assertThat(ids(beat("a"))).containsExactly("a");
        assertThat(ids(beat("b"))).containsExactlyInAnyOrder("a", "b");
        assertThat(ids(queue.instances())).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void anInstanceIsToldAsItSaid() {
        queue.heartbeat("a", "Bestellungen, München\u2028 1", LATER);
        queue.heartbeat("b", "", LATER.dividedBy(2));

        List<Instance> told = queue.instances();

        assertThat(ids(told)).containsExactlyInAnyOrder("a", "b");
        for (Instance instance : told) {
            boolean first = instance.id().equals("a");
            assertThat(instance.application()).isEqualTo(first ? "Bestellungen, München\u2028 1" : "");
            assertThat(instance.format()).isPositive();
            assertThat(instance.left()).isPositive().isLessThanOrEqualTo(first ? LATER : LATER.dividedBy(2));
        }
    }

    @Test
    void clientsOfOneServiceSeeEachOther() throws Exception {
        DelayQueueMessage other = open();
        beat("a");

        assertThat(ids(other.heartbeat("b", "shop", LATER))).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void whoIsSilentForTooLongVanishes() {
        beat("b");
        briefly("a");

        assertThat(ids(queue.instances())).containsExactly("b");
        assertThat(ids(beat("b"))).containsExactly("b");
    }

    @Test
    void eachHeartbeatBeginsTheLifeAnew() {
        briefly("a");
        beat("a");
        passTime(SHORT);

        assertThat(ids(beat("b"))).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aLaterHeartbeatMayShortenTheLife() {
        beat("a");
        briefly("a");

        assertThat(queue.instances()).isEmpty();
    }

    @Test
    void aHeartbeatSaidTwiceIsOneInstance() {
        beat("a");

        assertThat(ids(beat("a"))).containsExactly("a");
    }

    @Test
    void theAgeBeginsWithTheFirstHeartbeat() {
        beat("a");
        passTime(SHORT);
        beat("a");

        assertThat(beat("b"))
                .allSatisfy(instance -> assertThat(instance.age().compareTo(SHORT) >= 0)
                        .isEqualTo(instance.id().equals("a")));
    }

    @Test
    void whoVanishedOrLeftIsYoungAgain() {
        briefly("a");
        beat("b");
        passTime(SHORT);
        queue.leave("b");

        assertThat(beat("a").get(0).age()).isZero();
        assertThat(beat("b"))
                .filteredOn(each -> each.id().equals("b"))
                .allSatisfy(b -> assertThat(b.age()).isZero());
    }

    /** By mistake, or after a lost answer. The last heartbeat counts. */
    @Test
    void twoWithOneIdAreOneInstance() throws Exception {
        beat("a");

        List<Instance> told = open().heartbeat("a", "other", LATER);

        assertThat(told).extracting(Instance::application).containsExactly("other");
        assertThat(queue.instances()).extracting(Instance::application).containsExactly("other");
    }

    @Test
    void whoLeavesIsGoneAtOnce() {
        beat("a");
        beat("b");

        queue.leave("a");

        assertThat(ids(queue.instances())).containsExactly("b");
        assertThat(ids(beat("b"))).containsExactly("b");
    }

    @Test
    void leavingTwiceOrWithoutHavingComeDoesNothing() {
        beat("a");

        queue.leave("b");
        queue.leave("b");

        assertThat(ids(queue.instances())).containsExactly("a");
    }

    @Test
    void whoLeftMayComeBack() {
        beat("a");
        queue.leave("a");

        assertThat(ids(beat("a"))).containsExactly("a");
    }

    @Test
    void theOthersHearOfOneThatLeaves() throws Exception {
        WakeUps others = new WakeUps();
        Subscription subscription = open().subscribe(others);
        try {
            awaiting().until(() -> others.subscriptions() > 0);
            beat("instance-1.a_b");

            queue.leave("instance-1.a_b");

            awaiting()
                    .untilAsserted(() -> assertThat(others.instancesThatLeft()).containsExactly("instance-1.a_b"));
            assertThat(others.heard()).isEmpty();
        } finally {
            subscription.close();
        }
    }

    @Test
    void instancesAreNoMessages() {
        beat("a");
        leased("one");

        queue.leave("a");

        assertCounts(0, 1, 0);
    }

    @Test
    void badInput() {
        for (String id : new String[] {null, "", "a b", "a\nb", "x".repeat(250)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> queue.heartbeat(id, "shop", LATER))
                    .withMessageContaining("id");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> queue.leave(id))
                    .withMessageContaining("id");
        }
        for (String application : new String[] {null, "a\nb", "x".repeat(201)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> queue.heartbeat("a", application, LATER))
                    .withMessageContaining("application");
        }
        for (Duration life : new Duration[] {null, Duration.ZERO, Duration.ofMillis(-1)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> queue.heartbeat("a", "shop", life))
                    .withMessageContaining("life");
        }
        assertThat(queue.instances()).isEmpty();
    }
}
