package org.delay.redisson.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.engine.schedule.Rendezvous.Candidate;
import org.junit.jupiter.api.Test;

class RendezvousTest {

    private static final int SHARDS = 1000;

    private static Instance instance(String id, int format) {
        return new Instance(id, "shop", format, Duration.ofMinutes(1), Duration.ofSeconds(1));
    }

    private static List<Instance> instances(int number) {
        return IntStream.range(0, number).mapToObj(i -> instance("i-" + i, 1)).collect(Collectors.toList());
    }

    private static List<String> order(int shard, List<Instance> instances) {
        return Rendezvous.order(shard, instances).stream().map(Instance::id).toList();
    }

    @Test
    void everyoneComesToTheSameOrder() {
        List<Instance> instances = instances(10);
        List<Instance> shuffled = new ArrayList<>(instances);
        Collections.shuffle(shuffled, new Random(1));

        for (int shard = 0; shard < SHARDS; shard++) {
            assertThat(order(shard, shuffled))
                    .isEqualTo(order(shard, instances))
                    .hasSize(10);
        }
    }

    /** Those that read more come first, then those that are settled. */
    @Test
    void aRankIsThePlaceInTheOrder() {
        List<Instance> instances = instances(20);
        instances.add(instance("newer", 2));
        instances.add(new Instance("young", "shop", 1, Duration.ofSeconds(1), Duration.ofSeconds(1)));
        List<Candidate> candidates = instances.stream().map(Candidate::of).toList();

        for (int shard = 0; shard < SHARDS; shard++) {
            List<Instance> order = Rendezvous.order(shard, instances);
            for (Candidate candidate : candidates) {
                assertThat(Rendezvous.rank(shard, candidate, candidates))
                        .isEqualTo(order.indexOf(candidate.instance()));
            }
        }
    }

    /** Instances of two versions must come to the same order as well: these values are for ever. */
    @Test
    void theWeightsOfTheFirstVersion() {
        assertThat(Rendezvous.weight(0, "a1b2")).isEqualTo(-8252563882556476432L);
        assertThat(Rendezvous.weight(1, "a1b2")).isEqualTo(3547316350136474203L);
        assertThat(Rendezvous.weight(0, "")).isEqualTo(-8810495190649405048L);
    }

    @Test
    void shardsAreSpreadEvenly() {
        List<Instance> instances = instances(10);

        for (int place = 0; place < 10; place++) {
            int at = place;
            Map<String, Long> numbers = IntStream.range(0, SHARDS)
                    .mapToObj(shard -> order(shard, instances).get(at))
                    .collect(Collectors.groupingBy(id -> id, Collectors.counting()));
            assertThat(numbers).hasSize(10);
            assertThat(numbers.values()).allSatisfy(number -> assertThat(number).isBetween(50L, 150L));
        }
    }

    @Test
    void whoLeavesMovesNothingButItsOwn() {
        List<Instance> instances = instances(10);
        List<Instance> fewer = instances.subList(1, 10);

        for (int shard = 0; shard < SHARDS; shard++) {
            List<String> before = new ArrayList<>(order(shard, instances));
            before.remove("i-0");
            assertThat(order(shard, fewer)).isEqualTo(before);
        }
    }

    /** One that can't read newer messages would release them again and again. */
    @Test
    void thoseThatReadTheHighestFormatComeFirst() {
        List<Instance> instances = List.of(instance("a", 1), instance("b", 2), instance("c", 1), instance("d", 2));

        for (int shard = 0; shard < SHARDS; shard++) {
            assertThat(order(shard, instances).subList(0, 2)).containsExactlyInAnyOrder("b", "d");
        }
    }

    /** In a new JVM everything is slow: it gets its share a little later. */
    @Test
    void thoseThatCameJustNowComeLastTheNewestAtTheEnd() {
        List<Instance> instances = new ArrayList<>(instances(3));
        instances.add(new Instance("new", "shop", 1, Duration.ofSeconds(3), Duration.ofSeconds(1)));
        instances.add(new Instance("newer", "shop", 1, Duration.ofSeconds(2), Duration.ofSeconds(1)));
        instances.add(new Instance("newest", "shop", 1, Duration.ZERO, Duration.ofSeconds(1)));

        for (int shard = 0; shard < SHARDS; shard++) {
            assertThat(order(shard, instances).subList(3, 6)).containsExactly("new", "newer", "newest");
        }
    }

    @Test
    void nobodyLooksAfterAShardOfNobody() {
        assertThat(order(0, List.of())).isEmpty();
    }
}
