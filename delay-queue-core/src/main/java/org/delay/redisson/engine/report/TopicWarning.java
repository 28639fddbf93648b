package org.delay.redisson.engine.report;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.time.Ticker;

/** Warns of each topic once; where there are many, of the first ones, and then now and then how many more there are. */
@Slf4j
@RequiredArgsConstructor
public final class TopicWarning {

    /** So many have a line of their own. */
    public static final int EACH = 20;

    /** How often it is said how many more there are. */
    static final Duration SUMMARY = Duration.ofMinutes(1);

    /** After so long without a word about any of them all is forgotten, and told again if it comes back. */
    static final Duration MEMORY = Duration.ofMinutes(10);

    /** Beyond this many they are not told apart any more, nor counted. */
    private static final int MAX_TOPICS = 50_000;

    private final Ticker ticker;
    private final String each;
    private final String more;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> told = new HashSet<>();
    private int untold;
    private long summary;
    private long last;

    /**
     * Has something to say of a topic, whether it was said before or not.
     *
     * @param why goes after the topic where its line has a place for it
     */
    public void tell(String topic, String why) {
        lock.lock();
        try {
            long now = ticker.nanos();
            if (!told.isEmpty() && now - last > MEMORY.toNanos()) {
                told.clear();
                untold = 0;
            }
            last = now;
            boolean news = told.size() < MAX_TOPICS && told.add(topic);
            if (news && told.size() <= EACH) {
                summary = now;
                log.warn(each, topic, why);
                return;
            }
            untold += news ? 1 : 0;
            if (untold > 0 && now - summary >= SUMMARY.toNanos()) {
                log.warn(more, untold, topic);
                summary = now;
                untold = 0;
            }
        } finally {
            lock.unlock();
        }
    }
}
