package org.delay.redisson.redis;

import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/** Ids by the shard that the library gives them. */
public final class ShardIds {

    private ShardIds() {}

    /** Ids without an end that begin with a prefix and go to one shard of so many. */
    public static Iterator<String> of(String prefix, int shard, int shards) {
        ShardMap map = new ShardMap(1, List.of(shards));
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> prefix + "-" + i)
                .filter(id -> map.home(id) == shard)
                .iterator();
    }
}
