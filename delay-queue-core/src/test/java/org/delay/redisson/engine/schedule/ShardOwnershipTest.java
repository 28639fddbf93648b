package org.delay.redisson.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.engine.schedule.Neighbours.ahead;
import static org.delay.redisson.engine.schedule.Neighbours.andMe;
import static org.delay.redisson.engine.schedule.Neighbours.behind;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.InstanceOperations.Instance;
import org.junit.jupiter.api.Test;

/** Who is believed to be alive, and this instance's place among them. */
class ShardOwnershipTest {

    private static final Duration SWEEP = Duration.ofMillis(500);

    private static final Duration OLD = Duration.ofMinutes(1);

    private final ShardOwnership owners = new ShardOwnership(Neighbours.ME, SWEEP);

    private boolean told(List<Instance> others) {
        return owners.update(andMe(others));
    }

    @Test
    void whoKnowsOfNobodyOwnsEverything() {
        assertThat(owners.rank(0)).isZero();
        assertThat(owners.rank(1000)).isZero();
        assertThat(owners.isAlone()).as("nobody has said so").isFalse();

        told(List.of());

        assertThat(owners.rank(0)).isZero();
        assertThat(owners.isAlone()).isTrue();
    }

    @Test
    void theRankIsTheNumberOfThoseThatComeBefore() {
        told(ahead(3));
        assertThat(owners.rank(0)).isEqualTo(3);
        assertThat(owners.isAlone()).isFalse();

        told(behind(3));
        assertThat(owners.rank(0)).isZero();
    }

    @Test
    void amongTenEachShardHasOneOwner() {
        List<Instance> ten = andMe(ahead(9));
        for (int shard = 0; shard < 100; shard++) {
            int number = shard;
            assertThat(ten)
                    .filteredOn(instance -> {
                        ShardOwnership its = new ShardOwnership(instance.id(), SWEEP);
                        its.update(ten);
                        return its.rank(number) == 0;
                    })
                    .hasSize(1);
        }
    }

    @Test
    void onlyAChangeIsOne() {
        assertThat(told(ahead(2))).isTrue();
        assertThat(told(ahead(2))).isFalse();
        assertThat(told(ahead(3))).isTrue();
        assertThat(told(List.of())).isTrue();
    }

    @Test
    void anotherFormatIsAChange() {
        Instance newer = new Instance("newer", "shop", 2, OLD, Heartbeat.LIFE);
        told(List.of(new Instance("newer", "shop", 1, OLD, Heartbeat.LIFE)));

        assertThat(told(List.of(newer))).isTrue();
        assertThat(owners.rank(0)).isEqualTo(1);
    }

    @Test
    void oneThatSettlesIsAChange() {
        String ahead = ahead(1).get(0).id();
        told(List.of(new Instance(ahead, "shop", 1, Duration.ZERO, Heartbeat.LIFE)));
        assertThat(owners.rank(0)).isZero();

        assertThat(told(List.of(new Instance(ahead, "shop", 1, Duration.ofSeconds(2), Heartbeat.LIFE))))
                .isFalse();
        assertThat(told(ahead(1))).isTrue();
        assertThat(owners.rank(0)).isEqualTo(1);
    }

    @Test
    void whoStoppedIsForgottenAtOnce() {
        told(ahead(1));

        assertThat(owners.remove(ahead(1).get(0).id())).isTrue();

        assertThat(owners.rank(0)).isZero();
        assertThat(owners.remove(ahead(1).get(0).id())).isFalse();
        assertThat(owners.remove("unknown")).isFalse();
    }

    @Test
    void itsOwnStopIsNoNews() {
        told(ahead(1));

        assertThat(owners.remove(Neighbours.ME)).isFalse();

        assertThat(owners.rank(0)).isEqualTo(1);
    }

    @Test
    void whoHearsOfNobodyAnyMoreKeepsItsPlace() {
        told(ahead(1));

        assertThat(owners.lostTouch()).isTrue();
        assertThat(owners.lostTouch()).isFalse();

        assertThat(owners.rank(0)).isEqualTo(1);
        assertThat(told(ahead(1))).isTrue();
    }

    @Test
    void whoWasAloneAndHearsNothingMayNotBe() {
        told(List.of());

        owners.lostTouch();

        assertThat(owners.rank(0)).isZero();
        assertThat(owners.isAlone()).isFalse();
    }

    /** An answer that was under way when another one stopped. */
    @Test
    void whoStoppedDoesNotComeBack() {
        told(ahead(1));
        owners.remove(ahead(1).get(0).id());

        assertThat(told(ahead(1))).isFalse();

        assertThat(owners.rank(0)).isZero();
    }

    @Test
    void manyReadTheNumberOfShardsMoreRarely() {
        told(ahead(5));
        assertThat(owners.sweepsOfDiscovery()).isEqualTo(10);

        told(ahead(50));
        assertThat(owners.sweepsOfDiscovery()).isEqualTo(51);

        told(ahead(500));
        assertThat(owners.sweepsOfDiscovery()).isEqualTo(120);
    }
}
