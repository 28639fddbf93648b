package org.delay.redisson.reliability;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.system.ChildJvm;

/**
 * On which terms a scenario runs: what has nothing to do with its fault, and decides all the same whether the fault does
 * harm. They change from day to day, so that builds alternate them; {@code -Dreliability.day=20400} takes those of a day
 * again. One who goes on for {@value #COMBINATIONS} days, or rounds, meets all combinations.
 *
 * @param processors that the application's JVM believes to have
 * @param faulty how many of the faulty thing there are
 * @param idsGiven whether senders choose ids, or have them generated
 */
record Terms(int processors, int faulty, Manner manner, Callers callers, boolean idsGiven, Extreme settings) {

    private static final int COMBINATIONS = 192;

    /** Has no divisor in common with the number of combinations, and changes nearly every term from one to the next. */
    private static final int STEP = 37;

    private static final int MANY = 8;

    /** How something does not work. */
    enum Manner {
        DEAD,
        SLOW,
        HANGING
    }

    /** The settings of the dispatch that are accepted, but for those that are times. */
    enum Extreme {
        LEAST,
        LARGEST;

        DispatchSettings settings() {
            DispatchSettings defaults = DispatchSettings.DEFAULTS;
            return this == LEAST
                    ? defaults.toBuilder()
                            .workers(1)
                            .maxClaimMessages(1)
                            .maxClaimBytes(1)
                            .maxLeaseExpirations(3)
                            .maxStuckThreads(1)
                            .build()
                    : defaults.toBuilder()
                            .workers(1_000)
                            .maxClaimBytes(Long.MAX_VALUE)
                            .maxLeaseExpirations(Integer.MAX_VALUE)
                            .maxStuckThreads(Integer.MAX_VALUE)
                            .build();
        }
    }

    /** What a scenario can tell of its terms. */
    enum Kind {
        PROCESSORS,
        FAULTY,
        MANNER,
        CALLERS,
        IDS,
        SETTINGS
    }

    /** The day whose terms are taken. */
    static int day() {
        return Integer.getInteger(
                "reliability.day", (int) LocalDate.now(ZoneOffset.UTC).toEpochDay());
    }

    /** Those of a scenario on that day, in one of its rounds. */
    static Terms of(Scenario scenario, int round) {
        return of(day() + scenario.number() + round);
    }

    static Terms of(int turn) {
        int rest = Math.floorMod(turn * STEP, COMBINATIONS);
        List<Callers> callers = List.of(Callers.values());
        return new Terms(
                rest % 2 == 0 ? 2 : 4,
                rest / 4 % 2 == 0 ? 1 : MANY,
                List.of(Manner.values()).get(rest / 64),
                callers.get(rest / 16 % callers.size()),
                rest / 8 % 2 == 0,
                rest / 2 % 2 == 0 ? Extreme.LEAST : Extreme.LARGEST);
    }

    /** Options of a JVM on these terms, which is quick to start. */
    List<String> jvm() {
        return Stream.concat(ChildJvm.QUICK.stream(), Stream.of("-XX:ActiveProcessorCount=" + processors))
                .toList();
    }

    /** Those that a scenario makes use of, in words. */
    String tell(Kind... kinds) {
        return Stream.of(kinds).map(this::tell).collect(Collectors.joining(", "));
    }

    private String tell(Kind kind) {
        return switch (kind) {
            case PROCESSORS -> processors + " processors";
            case FAULTY -> faulty == 1 ? "one is faulty" : faulty + " are faulty";
            case MANNER -> words(manner);
            case CALLERS -> "callers " + callers.words();
            case IDS -> idsGiven ? "ids given" : "ids generated";
            case SETTINGS -> "the " + words(settings) + " settings";
        };
    }

    private static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
