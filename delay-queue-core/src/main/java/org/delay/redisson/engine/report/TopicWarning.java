package org.delay.redisson.engine.report;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.time.Ticker;

/** Warns once about each topic. The first topics get a line each. Later lines give only the number of further topics. */
@Slf4j
@RequiredArgsConstructor
public final class TopicWarning {

    /** How many topics get a line of their own. */
    public static final int EACH = 20;

    /** The shortest time between two lines that give the number of further topics. */
    static final Duration SUMMARY = Duration.ofMinutes(1);

    /** If {@link #tell} is not called for this long, all topics are forgotten, and may be warned about again. */
    static final Duration MEMORY = Duration.ofMinutes(10);

    /** Topics beyond this number are neither remembered nor counted. */
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
                log.warn(more, Counted.of(untold, "more topic"), topic);
                summary = now;
                untold = 0;
            }
        } finally {
            lock.unlock();
        }
    }
}
