package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * What came out of a scenario.
 *
 * @param injections how often the fault was injected
 * @param messages that were accepted
 * @param lost accepted and never delivered
 * @param early delivered before they were due
 * @param duplicates deliveries that were not the first of their message
 * @param p99 of the lateness of first attempts; zero where none was measured
 * @param worst of the lateness of all deliveries; zero where none was measured
 * @param broken sentences: promises that were not kept
 * @param shortfalls sentences: bounds of time or number that this run did not reach, on this machine
 * @param notes sentences: what else was counted
 */
public record Outcome(
        int injections,
        long messages,
        long lost,
        long early,
        long duplicates,
        Duration p99,
        Duration worst,
        List<String> broken,
        List<String> shortfalls,
        List<String> notes) {

    /**
     * What ledgers tell. Nothing may be lost, early, delivered after CANCELLED, or come from nowhere.
     *
     * @param injections how often the fault was injected
     */
    public static Outcome of(int injections, Audit audit) {
        return measured(injections, audit)
                .must(audit.lost().isEmpty(), "lost: " + some(audit.lost()))
                .must(
                        audit.cancelledThenDelivered().isEmpty(),
                        "cancelled and delivered: " + some(audit.cancelledThenDelivered()));
    }

    /** Likewise, where Redis may not keep what it acknowledged: a message may be lost, and a cancel with it. */
    public static Outcome measured(int injections, Audit audit) {
        Outcome outcome = new Outcome(
                        injections,
                        audit.accepted(),
                        audit.lost().size(),
                        audit.early().size(),
                        audit.duplicates(),
                        audit.lateness().sorted().isEmpty()
                                ? Duration.ZERO
                                : audit.lateness().percentile(99),
                        audit.worst(),
                        List.of(),
                        List.of(),
                        List.of())
                .must(audit.early().isEmpty(), "early: " + some(audit.early()))
                .must(audit.unknown().isEmpty(), "delivered, and never sent: " + some(audit.unknown()));
        return audit.torn().isEmpty()
                ? outcome
                : outcome.note(audit.torn().size() + " ledgers end in a torn line: their writers were killed");
    }

    /** Where nothing is delivered, or all is counted otherwise. */
    public static Outcome counted(int injections, long messages) {
        return new Outcome(
                injections, messages, 0, 0, 0, Duration.ZERO, Duration.ZERO, List.of(), List.of(), List.of());
    }

    /** A promise: what is not kept fails the run. */
    public Outcome must(boolean kept, String format, Object... arguments) {
        return kept ? this : with(plus(broken, format, arguments), shortfalls, notes);
    }

    /** A bound that a slow machine may miss: what falls short is told. */
    public Outcome should(boolean kept, String format, Object... arguments) {
        return kept ? this : with(broken, plus(shortfalls, format, arguments), notes);
    }

    /** Something worth telling. */
    public Outcome note(String format, Object... arguments) {
        return with(broken, shortfalls, plus(notes, format, arguments));
    }

    private Outcome with(List<String> nowBroken, List<String> nowShort, List<String> nowNoted) {
        return new Outcome(injections, messages, lost, early, duplicates, p99, worst, nowBroken, nowShort, nowNoted);
    }

    private static List<String> plus(List<String> sentences, String format, Object... arguments) {
        List<String> more = new ArrayList<>(sentences);
        more.add(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments));
        return List.copyOf(more);
    }

    private static String some(Collection<String> ids) {
        return ids.size() + ", such as " + ids.stream().limit(5).toList();
    }
}
