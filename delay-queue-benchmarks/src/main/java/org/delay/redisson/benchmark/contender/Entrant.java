package org.delay.redisson.benchmark.contender;

import java.util.function.Function;

/**
 * A contender.
 *
 * @param name as it stands in the report
 * @param searches whether it slows down as more messages wait
 * @param opening opens it on a Redis, given as {@code redis://host:port}, that holds no data
 */
public record Entrant(String name, boolean searches, Function<String, Contender> opening) {

    public static final String LIBRARY = "delay-queue";
    public static final String R_DELAYED_QUEUE = "RDelayedQueue";
    public static final String ZSET_LOOP = "ZSET loop";
    public static final String RQUEUE = "rqueue";

    public Contender open(String redis) {
        return opening.apply(redis);
    }
}
