package org.delay.redisson.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * Every number of shards that the service ever used. Messages are never moved, so an id may live in the home that any of
 * these numbers gives it; new ones go to that of the last.
 */
record ShardMap(List<Integer> numbers) {

    ShardMap {
        numbers = List.copyOf(numbers);
    }

    static ShardMap read(List<?> numbers) {
        return new ShardMap(
                numbers.stream().map(number -> Integer.valueOf((String) number)).toList());
    }

    /** As shards remember it. */
    String text() {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    /** Grows with each change; shards refuse calls that know an older one. */
    int epoch() {
        return numbers.size();
    }

    /** How many shards may hold messages. */
    int shards() {
        return Collections.max(numbers);
    }

    /** Where a new message with this id goes. */
    int home(String id) {
        return home(id, numbers.get(numbers.size() - 1));
    }

    /** Every shard in which the id may be: the oldest home first, that for new messages last. */
    List<Integer> homes(String id) {
        List<Integer> homes = new ArrayList<>(1);
        int current = home(id);
        for (int number : numbers) {
            int home = home(id, number);
            if (home != current && !homes.contains(home)) {
                homes.add(home);
            }
        }
        homes.add(current);
        return homes;
    }

    private static int home(String id, int shards) {
        if (shards == 1) {
            return 0;
        }
        CRC32 crc = new CRC32();
        crc.update(id.getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() % shards);
    }
}
