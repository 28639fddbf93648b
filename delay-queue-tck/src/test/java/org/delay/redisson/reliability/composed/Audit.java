package org.delay.redisson.reliability.composed;

import static org.delay.redisson.reliability.composed.Finding.What.FLOOD;
import static org.delay.redisson.reliability.composed.Finding.What.LATE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.delay.redisson.reliability.composed.Entry.What;
import org.delay.redisson.reliability.composed.Fault.Reach;

/** Holds all journals of a run against the {@link Model}, and what is said of topics and of the log. */
final class Audit {

    /** Machines are shared: what is meant is milliseconds. */
    private static final Duration LATENESS = Duration.ofSeconds(5);

    /** Of one pattern in a run of any kind. */
    private static final int FEW_LINES = 40;

    private static final int EXAMPLES = 3;

    private final Plan plan;
    private final Circumstances circumstances;

    /**
     * What a run was like.
     *
     * @param ends how often instances have ended, and were started again
     * @param disturbances how often a lease may have run out
     * @param slack how much the machine was in the way
     * @param atRest whether it was for so long that handlers may have been interrupted that had done nothing wrong
     */
    record Circumstances(List<Window> windows, int ends, int disturbances, Duration slack, boolean atRest) {}

    /** When a fault was there, in microseconds of the epoch, and the time that is needed to come to oneself. */
    record Window(Reach reach, long from, long to, Duration recovery) {

        /** @param oneWorker for all destinations: "With one worker, calls stay one after another" (ADR 0021) */
        boolean excuses(Subject subject, boolean oneWorker, long due, long at, long allowed) {
            boolean reaches = reach == Reach.ALL
                    || (reach == Reach.KAFKA && (subject.kind().isKafka() || oneWorker));
            long end = to + TimeUnit.NANOSECONDS.toMicros(recovery.toNanos());
            return reaches && at >= from && due <= end && at <= end + allowed;
        }
    }

    Audit(Plan plan, Circumstances circumstances) {
        this.plan = plan;
        this.circumstances = circumstances;
    }

    List<Finding> findings(List<Entry> entries) {
        Map<String, List<Entry>> lives = new LinkedHashMap<>();
        for (Entry entry : entries) {
            if (!entry.id().isEmpty()) {
                lives.computeIfAbsent(entry.topic() + " " + entry.id(), none -> new ArrayList<>())
                        .add(entry);
            }
        }
        List<Finding> findings = new ArrayList<>();
        for (List<Entry> some : lives.values()) {
            Entry first = some.get(0);
            Subject subject = plan.subject(first.topic());
            Life life = Life.of(first.topic(), first.id(), some);
            if (life.all(What.SENT).findAny().isPresent()) {
                findings.addAll(Model.findings(plan, life, circumstances));
            }
            if (plan.isHealthy(first.topic()) && !plan.endsApplications() && plan.leavesWorkersToOthers()) {
                findings.addAll(late(subject, life));
            }
        }
        findings.addAll(floods(entries));
        return some(findings);
    }

    private List<Finding> late(Subject subject, Life life) {
        long allowed = TimeUnit.NANOSECONDS.toMicros(
                LATENESS.plus(circumstances.slack()).plus(plan.backlog(subject)).toNanos());
        What what = subject.kind().isKafka() ? What.EFFECT : What.BEGUN;
        List<Finding> findings = new ArrayList<>();
        life.all(what).filter(entry -> entry.number() == 1).findFirst().ifPresent(entry -> {
            long due = entry.due() * 1_000;
            boolean isLate = entry.at() > due + allowed
                    && life.all(What.REDRIVE).findAny().isEmpty();
            if (isLate
                    && circumstances.windows().stream()
                            .noneMatch(window ->
                                    window.excuses(subject, plan.settings.workers() == 1, due, entry.at(), allowed))) {
                findings.add(Finding.of(LATE, "%,d ms: %s", (entry.at() - due) / 1_000, life));
            }
        });
        return findings;
    }

    /**
     * Lines that tell of a single message are as many as what happens to messages; all others are few in each instance that was
     * started. A listener that hangs is not told of each retry, so the handlers' exceptions count too.
     */
    private List<Finding> floods(List<Entry> entries) {
        Map<String, Integer> lines = new HashMap<>();
        int ended = 0;
        int retried = 0;
        int threw = 0;
        for (Entry entry : entries) {
            switch (entry.what()) {
                case LOGGED -> lines.merge(entry.text(), 1, Integer::sum);
                case DEAD, EXPIRED -> ended++;
                case RETRIED -> retried++;
                case THREW -> threw++;
                default -> {}
            }
        }
        int most = FEW_LINES * (plan.instances + circumstances.ends()) + ended + Math.max(retried, threw);
        return lines.entrySet().stream()
                .filter(line -> line.getValue() > most)
                .map(line -> Finding.of(FLOOD, "%,d lines: %s", line.getValue(), line.getKey()))
                .toList();
    }

    /** A few of each kind and topic, and how many there are. */
    private static List<Finding> some(List<Finding> findings) {
        Map<Finding.What, Long> numbers =
                findings.stream().collect(Collectors.groupingBy(Finding::what, Collectors.counting()));
        Map<Finding.What, Integer> taken = new HashMap<>();
        Set<Finding.What> told = new HashSet<>();
        List<Finding> some = new ArrayList<>();
        for (Finding finding : findings) {
            if (taken.merge(finding.what(), 1, Integer::sum) <= EXAMPLES) {
                String number = told.add(finding.what()) ? "1 of " + numbers.get(finding.what()) + ": " : "";
                some.add(new Finding(finding.what(), number + finding.text()));
            }
        }
        return some;
    }
}
