package org.delay.redisson.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.delay.redisson.InstanceOperations.Instance;
import org.junit.jupiter.api.Test;

class FollowedShardsTest {

    private static List<Instance> instances(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> new Instance("instance-" + i, "", 1, Duration.ofMinutes(1), Duration.ofSeconds(3)))
                .toList();
    }

    private static Set<Integer> of(int instance, int instances, int shards) {
        ShardOwnership ownership = new ShardOwnership("instance-" + instance, Duration.ofMillis(500));
        ownership.update(instances(instances));
        return FollowedShards.of(ownership, shards);
    }

    @Test
    void eachShardHasThreeFollowers() {
        List<Set<Integer>> followed =
                IntStream.range(0, 50).mapToObj(i -> of(i, 50, 12)).toList();

        for (int shard = 0; shard < 12; shard++) {
            int number = shard;
            assertThat(followed.stream().filter(each -> each.contains(number))).hasSize(FailoverDelay.NEAR);
        }
    }

    @Test
    void fewInstancesFollowEveryShard() {
        assertThat(of(0, 1, 6)).hasSize(6);
        assertThat(of(2, 3, 6)).hasSize(6);
    }

    /** Not some, by their own numbers: an owner that follows nothing would not hear of a shard that another one follows. */
    @Test
    void allOrNoneFollow() {
        assertThat(IntStream.range(0, 20).mapToObj(i -> of(i, 20, 1024))).allMatch(Set::isEmpty);
        assertThat(IntStream.range(0, 100).mapToObj(i -> of(i, 100, 1024))).noneMatch(Set::isEmpty);
    }

    @Test
    void withoutHeartbeatsNothingIsFollowed() {
        assertThat(FollowedShards.of(new ShardOwnership("instance-0", Duration.ofMillis(500)), 6))
                .isEmpty();
    }
}
