package org.delay.redisson.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Lease;

/**
 * The clients that wait for one topic. The last to come is served first: nothing tells that a client has gone, and one that did not wait as
 * long as it had asked for has left an older poll behind, which would take its messages. A poll that gets none ends, and its client
 * comes back as the last. Not thread-safe.
 */
final class TopicQueue {

    /** A client that comes back at once finds the topic still watched. */
    private static final long WATCHED = Duration.ofSeconds(1).toNanos();

    /** By the number of their coming. */
    private final NavigableMap<Long, Poll> polls = new TreeMap<>();

    private final Map<Poll, Long> numbers = new HashMap<>();
    private long came;
    private int wanted;
    private long left;

    /** Returns whether nothing was wanted before. */
    boolean add(Poll poll) {
        polls.put(++came, poll);
        numbers.put(poll, came);
        wanted += poll.max();
        return wanted == poll.max();
    }

    void remove(Poll poll, long now) {
        Long number = numbers.remove(poll);
        if (number != null) {
            polls.remove(number);
            wanted -= poll.max();
            left = now;
        }
    }

    int wanted() {
        return wanted;
    }

    boolean isWatched(long now) {
        return wanted > 0 || now - left < WATCHED;
    }

    /** Who gets which messages: as evenly as can be, and up to what each wants. */
    Map<Poll, List<Taken>> share(Lease lease, List<Claimed> messages) {
        List<Poll> served =
                polls.descendingMap().values().stream().limit(messages.size()).toList();
        int[] shares = new int[served.size()];
        int rest = messages.size();
        boolean isAnyOpen = true;
        while (rest > 0 && isAnyOpen) {
            isAnyOpen = false;
            for (int i = 0; i < shares.length && rest > 0; i++) {
                if (shares[i] < served.get(i).max()) {
                    shares[i]++;
                    rest--;
                    isAnyOpen = true;
                }
            }
        }
        Map<Poll, List<Taken>> shared = new LinkedHashMap<>();
        int from = 0;
        for (int i = 0; i < shares.length; i++) {
            List<Taken> taken = new ArrayList<>();
            messages.subList(from, from + shares[i]).forEach(claimed -> taken.add(new Taken(lease, claimed)));
            shared.put(served.get(i), taken);
            from += shares[i];
        }
        return shared;
    }
}
