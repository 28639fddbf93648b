package org.delay.redisson.sample;

/** The Redis that the sample has started for itself alone. */
@FunctionalInterface
public interface OwnRedis {

    /** As an operator's mistake, or a master without persistence that was restarted. */
    void loseEverything();
}
