package org.delay.redisson.reliability;

import java.time.Duration;

/**
 * Something that is done to the library, its servers or its applications while messages flow, and what must hold all the
 * same. {@link Programme#scenarios()} has all of them; each runs small in builds, and larger when somebody asks.
 */
public interface Scenario {

    /** Its number in the programme. */
    int number();

    /** What it is about: a few words that begin with a capital. */
    String title();

    /** What is done at this scale, with its numbers. */
    String injected(Scale scale);

    /** What must hold. */
    String invariant();

    /** The test that runs it, or what it is about, in builds. */
    default String inBuild() {
        return ReliabilityTest.class.getSimpleName();
    }

    /** Whether every build runs it. Of the others, {@link Programme#ofBuild each day's builds run a part}. */
    default boolean inEveryBuild() {
        return false;
    }

    /** Whether the machine has what it needs, and no other scenario does. */
    default boolean isPossible() {
        return true;
    }

    /** How long it takes at full size on a machine of two cores, roughly: by this a budget of time is shared. */
    Duration takes();

    /**
     * Does it, waits until the queue is drained, and says what the ledgers of the lab tell.
     *
     * @throws Exception if it could not be done, or did not come to its end
     */
    Outcome run(Lab lab) throws Exception;
}
