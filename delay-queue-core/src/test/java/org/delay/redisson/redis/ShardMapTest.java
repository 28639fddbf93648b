package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShardMapTest {

    /** CRC32 of the UTF-8 of these, modulo 5: other clients and versions must find what this one stores. */
    @Test
    void anIdHasTheHomeThatItsChecksumGives() {
        ShardMap map = new ShardMap(1, List.of(5));

        assertThat(map.home("a")).isEqualTo((int) (0xE8B7BE43L % 5));
        assertThat(map.home("123456789")).isEqualTo((int) (0xCBF43926L % 5));
    }

    @Test
    void everyFormerHomeIsSoughtOnceAndTheCurrentOneLast() {
        ShardMap map = new ShardMap(1, List.of(1, 8, 3));
        List<String> ids = IntStream.range(0, 200).mapToObj(i -> "id-" + i).toList();

        assertThat(ids).allSatisfy(id -> {
            assertThat(map.homes(id)).doesNotHaveDuplicates().endsWith(map.home(id));
            assertThat(map.homes(id))
                    .contains(0, new ShardMap(1, List.of(8)).home(id), new ShardMap(1, List.of(3)).home(id));
        });
    }

    @Test
    void theLargestNumberEverUsedIsLookedAt() {
        assertThat(new ShardMap(1, List.of(1, 8, 3)).shards()).isEqualTo(8);
        assertThat(new ShardMap(1, List.of(1, 8, 3)).epoch()).isEqualTo(3);
    }
}
