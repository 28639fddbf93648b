package org.delay.redisson.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;

/** Limits the requests that each client makes in a second. Safe for use by many threads. */
@RequiredArgsConstructor
final class RequestRates {

    /** Users of an application may be many; those that were quiet for longest are forgotten, which grants them no more. */
    private static final int MOST = 10_000;

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private static final class Bucket {

        private double tokens;
        private long filled;
    }

    /** 0 for no limit. */
    private final int perSecond;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MOST;
        }
    };

    /** @throws ApiProblem if the client makes too many */
    void count(String client) {
        if (perSecond > 0 && !isGranted(client, System.nanoTime())) {
            throw new ApiProblem(
                            ApiProblem.TOO_MANY,
                            "too-many-requests",
                            "At most " + perSecond + " requests a second are allowed")
                    .retryAfter(Duration.ofSeconds(1));
        }
    }

    private boolean isGranted(String client, long now) {
        lock.lock();
        try {
            Bucket bucket = buckets.computeIfAbsent(client, unused -> full(now));
            bucket.tokens = Math.min(perSecond, bucket.tokens + (double) (now - bucket.filled) * perSecond / SECOND);
            bucket.filled = now;
            if (bucket.tokens < 1) {
                return false;
            }
            bucket.tokens--;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private Bucket full(long now) {
        Bucket bucket = new Bucket();
        bucket.tokens = perSecond;
        bucket.filled = now;
        return bucket;
    }
}
