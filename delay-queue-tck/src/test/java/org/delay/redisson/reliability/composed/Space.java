package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * All terms that there may be. Numbers are drawn evenly by their magnitude, from the least that is accepted to more than most
 * have. Whoever changes anything here changes what seeds mean.
 */
final class Space {

    /** How it is set up: each of these is there half of the time. */
    private static final List<Function<Random, Term>> SETTINGS = SetUp.TERMS;

    /** What is unusual: three to six of these. */
    private static final List<Function<Random, Term>> UNUSUAL = unusual();

    private static final int LEAST = 3;

    private static final int MOST = 6;

    private Space() {}

    static List<Term> draw(long seed) {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L);
        List<Term> terms = new ArrayList<>();
        for (Function<Random, Term> setting : SETTINGS) {
            Term term = setting.apply(random);
            if (random.nextBoolean()) {
                terms.add(term);
            }
        }
        List<Function<Random, Term>> unusual = new ArrayList<>(UNUSUAL);
        Collections.shuffle(unusual, random);
        int number = LEAST + random.nextInt(MOST - LEAST + 1);
        unusual.subList(0, number).forEach(one -> terms.add(one.apply(random)));
        return terms;
    }

    private static List<Function<Random, Term>> unusual() {
        List<Function<Random, Term>> all = new ArrayList<>(Unusual.TERMS);
        all.addAll(Disorder.TERMS);
        return all;
    }

    /** From the one to the other, each magnitude as likely as the next. */
    static int magnitude(Random random, int least, int most) {
        double power = random.nextDouble() * Math.log((double) most / least);
        return (int) Math.min(most, Math.round(least * Math.exp(power)));
    }

    static Duration time(Random random, Duration least, Duration most) {
        return Duration.ofMillis(magnitude(random, (int) least.toMillis(), (int) most.toMillis()));
    }

    static <T> T one(Random random, List<T> some) {
        return some.get(random.nextInt(some.size()));
    }
}
