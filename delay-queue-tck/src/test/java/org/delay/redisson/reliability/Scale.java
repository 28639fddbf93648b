package org.delay.redisson.reliability;

import java.time.Duration;

/**
 * How much of the way from the size of every build to the full size a run goes.
 *
 * @param part from 0 to 1
 */
public record Scale(double part) {

    /** What runs in every build. */
    public static final Scale CI = new Scale(0);

    /** What one command runs. */
    public static final Scale LONG = new Scale(1);

    /** Checks the part. */
    public Scale {
        if (!(part >= 0 && part <= 1)) {
            throw new IllegalArgumentException("part must be from 0 to 1, and is " + part);
        }
    }

    /** A number between that of a build and the full one. */
    public int of(int ci, int full) {
        return (int) Math.round(ci + part * (full - ci));
    }

    /** A time between that of a build and the full one. */
    public Duration of(Duration ci, Duration full) {
        return Duration.ofMillis(Math.round(ci.toMillis() + part * (full.toMillis() - ci.toMillis())));
    }
}
