package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.List;

/** Shares out time: each scenario goes the same part of the way from its size in a build to its full size. */
final class Budget {

    /** What one takes in a build, with the start of what it needs: roughly, as its full time is. */
    static final Duration SMALL = Duration.ofSeconds(15);

    private Budget() {}

    /** The largest scale at which all of them fit. */
    static Scale share(List<Scenario> scenarios, Duration budget) {
        double small = SMALL.multipliedBy(scenarios.size()).toMillis();
        double full = scenarios.stream()
                .map(Scenario::takes)
                .reduce(Duration.ZERO, Duration::plus)
                .toMillis();
        double part = (budget.toMillis() - small) / (full - small);
        return new Scale(Math.max(0, Math.min(1, part)));
    }
}
