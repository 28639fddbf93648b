package org.delay.redisson.journal.jdbc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;

/** Cuts lists, so that statements stay below what servers accept by default. */
final class Chunks {

    /** The most rows that a statement writes. */
    static final int ROWS = 50;

    /** The most bytes of content that a statement writes, unless one row has more: well below MySQL's smallest packet of 4 MiB. */
    static final long BYTES = 2 * 1024 * 1024;

    private Chunks() {}

    /** Parts of at most so many elements, sorted. */
    static <T extends Comparable<T>> List<List<T>> sorted(Collection<T> elements, int most) {
        return of(elements.stream().sorted().toList(), most);
    }

    /** Parts of at most so many elements. */
    static <T> List<List<T>> of(Collection<T> elements, int most) {
        List<T> all = List.copyOf(elements);
        List<List<T>> chunks = new ArrayList<>();
        for (int from = 0; from < all.size(); from += most) {
            chunks.add(all.subList(from, Math.min(from + most, all.size())));
        }
        return chunks;
    }

    /** The first elements that have at most so many bytes together, at least one. */
    static <T> List<T> head(List<T> elements, ToLongFunction<T> bytes, long most) {
        long sum = 0;
        for (int i = 0; i < elements.size(); i++) {
            sum += bytes.applyAsLong(elements.get(i));
            if (sum > most && i > 0) {
                return elements.subList(0, i);
            }
        }
        return elements;
    }
}
