package org.delay.redisson.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * Which shards may hold an id. Messages are never moved: an id may live in its home by any shard count that the service ever
 * used. New messages go to their home by the last one.
 *
 * @param format the storage format of the service
 * @param counts every shard count that the service ever used
 */
record ShardMap(int format, List<Integer> counts) {

    /** The format of an entry that names none. */
    static final int NO_FORMAT = 0;

    private static final char SEPARATOR = ':';

    ShardMap {
        counts = List.copyOf(counts);
    }

    /** The storage format of the service by its list of shard counts. Later formats may change all but the beginning. */
    static int formatOf(List<?> entries) {
        String last = (String) entries.get(entries.size() - 1);
        int end = last.indexOf(SEPARATOR);
        try {
            return end < 0 ? NO_FORMAT : Integer.parseInt(last.substring(0, end));
        } catch (NumberFormatException e) {
            return NO_FORMAT;
        }
    }

    /** Reads entries as {@link #entry} writes them. */
    static ShardMap read(List<?> entries) {
        return new ShardMap(
                formatOf(entries),
                entries.stream()
                        .map(entry -> (String) entry)
                        .map(entry -> Integer.valueOf(entry.substring(entry.indexOf(SEPARATOR) + 1)))
                        .toList());
    }

    /** An entry of the service's list of shard counts. */
    static String entry(int format, int count) {
        return "" + format + SEPARATOR + count;
    }

    /** The list as shards remember it, separated by blanks. */
    String text() {
        return counts.stream().map(count -> entry(format, count)).collect(Collectors.joining(" "));
    }

    /** Grows with each change; shards refuse calls that know another one. */
    int epoch() {
        return counts.size();
    }

    /** How many shards may hold messages. */
    int shards() {
        return Collections.max(counts);
    }

    /** Where a new message with this id goes. */
    int home(String id) {
        return home(id, counts.get(counts.size() - 1));
    }

    /** Every shard in which the id may be: the oldest home first, the home for new messages last. */
    List<Integer> homes(String id) {
        List<Integer> homes = new ArrayList<>(1);
        int current = home(id);
        for (int count : counts) {
            int home = home(id, count);
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
