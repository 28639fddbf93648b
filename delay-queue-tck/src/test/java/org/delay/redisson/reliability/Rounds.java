package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.delay.redisson.system.Lateness;

/** What the rounds of a scenario tell, each on terms of its own. For one thread. */
final class Rounds {

    private record Bound(Duration worst, Duration bound) {}

    private final List<String> terms = new ArrayList<>();
    private final Map<String, Bound> times = new LinkedHashMap<>();
    private final List<String> broken = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private int failures;

    /** On which terms a round ran. */
    void terms(String told) {
        terms.add(told);
    }

    /** What took so long should have taken less. */
    void bound(String what, Duration took, Duration bound) {
        times.merge(what, new Bound(took, bound), (one, other) -> one.worst.compareTo(other.worst) > 0 ? one : other);
    }

    /**
     * Most of what is well must not have waited for what is not; that hardly any of it was late is a bound.
     *
     * @param broken so late is half of it where all of it has waited
     */
    void lateness(String what, Lateness lateness, Duration bound, Duration broken) {
        bound("p99 lateness of " + what, lateness.percentile(99), bound);
        Duration median = lateness.percentile(50);
        must(median.compareTo(broken) < 0, "median lateness of %s %,d ms", what, median.toMillis());
    }

    /** A promise. */
    void must(boolean kept, String format, Object... arguments) {
        if (!kept) {
            broken.add(String.format(Locale.ROOT, format, arguments));
        }
    }

    /** Something worth telling. */
    void note(String sentence) {
        notes.add(sentence);
    }

    void sends(Steered.Sends sends) {
        failures += sends.failed();
        must(sends.asDocumented(), "a send failed with what is not documented: %s", sends.surprise());
    }

    Outcome addTo(Outcome outcome) {
        Outcome all = outcome;
        for (String sentence : broken) {
            all = all.must(false, "%s", sentence);
        }
        for (Map.Entry<String, Bound> time : times.entrySet()) {
            Bound bound = time.getValue();
            String what = "%s %,d ms".formatted(time.getKey(), bound.worst.toMillis());
            all = all.should(bound.worst.compareTo(bound.bound) <= 0, "%s", what)
                    .note("%s", what);
        }
        for (String note : notes) {
            all = all.note("%s", note);
        }
        if (failures > 0) {
            all = all.note("%,d sends threw an exception", failures);
        }
        return all.note("terms: %s", String.join("; ", terms));
    }
}
