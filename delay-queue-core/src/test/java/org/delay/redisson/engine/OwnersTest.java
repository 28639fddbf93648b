package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.engine.Neighbours.ahead;
import static org.delay.redisson.engine.Neighbours.alive;
import static org.delay.redisson.engine.Neighbours.andMe;
import static org.delay.redisson.engine.Neighbours.behind;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DispatchOperations.Instance;
import org.junit.jupiter.api.Test;

/** Who is believed to be alive, and this instance's place among them. */
class OwnersTest {

    private final ManualTicker ticker = new ManualTicker();
    private final Owners owners = new Owners(Neighbours.ME, ticker);

    private boolean told(List<Instance> others) {
        return owners.told(andMe(others), ticker.nanos());
    }

    @Test
    void whoKnowsOfNobodyOwnsEverything() {
        assertThat(owners.rank(0)).isZero();
        assertThat(owners.rank(1000)).isZero();
        assertThat(owners.alone()).isTrue();

        told(List.of());

        assertThat(owners.rank(0)).isZero();
        assertThat(owners.alone()).isTrue();
    }

    @Test
    void theRankIsTheNumberOfThoseThatComeBefore() {
        told(ahead(3));
        assertThat(owners.rank(0)).isEqualTo(3);
        assertThat(owners.alone()).isFalse();

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
                        Owners its = new Owners(instance.id(), ticker);
                        its.told(ten, ticker.nanos());
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
        Instance newer = new Instance("newer", "shop", 2, Heartbeat.LIFE);
        told(List.of(new Instance("newer", "shop", 1, Heartbeat.LIFE)));

        assertThat(told(List.of(newer))).isTrue();
        assertThat(owners.rank(0)).isEqualTo(1);
    }

    @Test
    void whoStoppedIsForgottenAtOnce() {
        told(ahead(1));

        assertThat(owners.left(ahead(1).get(0).id())).isTrue();

        assertThat(owners.rank(0)).isZero();
        assertThat(owners.left(ahead(1).get(0).id())).isFalse();
    }

    @Test
    void itDoesNotForgetItself() {
        told(ahead(1));

        assertThat(owners.left(Neighbours.ME)).isFalse();
        ticker.tick(Duration.ofDays(1));
        owners.forgetDead();

        assertThat(owners.alone()).isTrue();
        assertThat(owners.rank(0)).isZero();
    }

    /** Also where its own heartbeats fail, and nobody tells it anything. */
    @Test
    void whoIsSilentIsForgottenWhenItsTimeIsOver() {
        Instance old = alive(ahead(1).get(0).id(), Duration.ofMillis(700));
        told(List.of(old));

        ticker.tick(Duration.ofMillis(699));
        assertThat(owners.forgetDead()).isFalse();
        assertThat(owners.rank(0)).isEqualTo(1);

        ticker.tick(Duration.ofMillis(1));
        assertThat(owners.forgetDead()).isTrue();
        assertThat(owners.rank(0)).isZero();
    }

    @Test
    void itKnowsWhenTheNextOneWillBeForgotten() {
        Duration most = Duration.ofSeconds(2);
        assertThat(owners.untilNextDeath(most)).isEqualTo(most);
        told(List.of(alive("a", Duration.ofMillis(900)), alive("b", Duration.ofMillis(700))));
        assertThat(owners.untilNextDeath(most)).isEqualTo(Duration.ofMillis(700));

        ticker.tick(Duration.ofSeconds(5));

        assertThat(owners.untilNextDeath(most)).isZero();
        owners.forgetDead();
        assertThat(owners.untilNextDeath(most)).isEqualTo(most);
    }
}
