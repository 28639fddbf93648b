package org.delay.redisson.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;

/**
 * Topics that could not be delivered while others could: a Kafka partition without a leader, for example. Each is left
 * aside for a while that grows, and then tried by one worker, so that it does not hold up the topics that are well.
 *
 * <p>A failure alone does not tell whether one topic is unavailable or everything is. That is known when another topic
 * is delivered.
 */
@Slf4j
@RequiredArgsConstructor
final class UnavailableTopics {

    private static final long FIRST_PAUSE = Duration.ofSeconds(1).toNanos();

    private static final long MAX_PAUSE = Duration.ofSeconds(30).toNanos();

    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Pause> topics = new HashMap<>();
    private volatile boolean any;

    /**
     * How long a topic is left aside.
     *
     * @param length zero where it is not known yet that others can be delivered
     */
    private record Pause(long length, long until) {}

    /** Whether messages of the topic may be claimed now; after a pause, by whoever asks first. */
    boolean admit(String topic) {
        if (!any) {
            return true;
        }
        lock.lock();
        try {
            Pause pause = topics.get(topic);
            if (pause == null || pause.length == 0) {
                return true;
            }
            long now = ticker.nanos();
            if (now - pause.until < 0) {
                return false;
            }
            topics.put(topic, new Pause(pause.length, now + MAX_PAUSE));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the topic is known to be unavailable by itself. */
    boolean isAlone(String topic) {
        if (!any) {
            return false;
        }
        lock.lock();
        try {
            Pause pause = topics.get(topic);
            return pause != null && pause.length > 0;
        } finally {
            lock.unlock();
        }
    }

    void failed(String topic) {
        lock.lock();
        try {
            any = true;
            topics.merge(topic, new Pause(0, 0), (known, fresh) -> known.length == 0 ? known : longer(known));
        } finally {
            lock.unlock();
        }
    }

    /** The topic failed by itself, as is known without another one. */
    void failedAlone(String topic, Throwable cause) {
        boolean first;
        lock.lock();
        try {
            any = true;
            Pause known = topics.get(topic);
            first = known == null || known.length == 0;
            topics.put(topic, longer(first ? new Pause(0, 0) : known));
        } finally {
            lock.unlock();
        }
        if (first) {
            log.warn(
                    "Topic {} can't be delivered: it is left aside, and tried again and again. Others are not concerned: {}",
                    topic,
                    ErrorText.line(cause, ""));
        }
    }

    /** A topic was delivered: it is well, and those that failed are so by themselves. */
    void delivered(String topic) {
        if (!any) {
            return;
        }
        lock.lock();
        try {
            Pause known = topics.remove(topic);
            if (known != null && known.length > 0) {
                log.info("Topic {} can be delivered again", topic);
            }
            topics.replaceAll((other, pause) -> pause.length == 0 ? leftAside(other, pause) : pause);
            any = !topics.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private Pause leftAside(String topic, Pause pause) {
        log.warn("Topic {} can't be delivered, though others can: it is left aside, and tried again and again", topic);
        return longer(pause);
    }

    private Pause longer(Pause pause) {
        long length = Math.min(Math.max(2 * pause.length, FIRST_PAUSE), MAX_PAUSE);
        return new Pause(length, ticker.nanos() + length);
    }
}
