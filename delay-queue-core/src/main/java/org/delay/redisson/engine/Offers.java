package org.delay.redisson.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Topics of a shard that this instance can't serve now, though another one may. The owner sees each topic first, so one
 * that it put off at once would never be seen by anybody else: it leaves the topic due until the next two in order have
 * looked, and puts it off only then. Belongs to the worker that has the shard.
 */
final class Offers {

    /** How long an offer stands: a little longer than the grace of the third in order. */
    static final Duration STANDS = Watch.grace(2).plus(Watch.STEP.dividedBy(2));

    /** How soon to look again meanwhile: of what becomes due behind a topic that is due nobody hears. */
    static final Duration PAUSE = Duration.ofMillis(20);

    /** An offer that was not seen for so long was taken: the next one is another. */
    private static final Duration FORGOTTEN = PAUSE.multipliedBy(3);

    /** So many at once: an answer names ten topics, and those that can be served must be among them. */
    private static final int MOST = 3;

    private final Map<String, Offer> offers = new HashMap<>();

    private record Offer(long began, long seen) {}

    /** Whether there are offers; some may have been taken. */
    boolean any() {
        return !offers.isEmpty();
    }

    /**
     * Whether a topic is to stay due for others; else it is to be put off.
     *
     * @param time how long it stays due
     */
    boolean stands(String topic, long now, Duration time) {
        offers.values().removeIf(offer -> now - offer.seen > FORGOTTEN.toNanos());
        Offer offer = offers.get(topic);
        if (offer == null && offers.size() >= MOST) {
            return false;
        }
        long began = offer == null ? now : offer.began;
        if (now - began >= time.toNanos()) {
            offers.remove(topic);
            return false;
        }
        offers.put(topic, new Offer(began, now));
        return true;
    }
}
