package org.delay.redisson.reliability.composed;

import static org.delay.redisson.reliability.composed.Finding.What.ATTEMPT_WITHOUT_FAILURE;
import static org.delay.redisson.reliability.composed.Finding.What.CANCELLED_AND_DELIVERED;
import static org.delay.redisson.reliability.composed.Finding.What.DEAD_WITHOUT_CAUSE;
import static org.delay.redisson.reliability.composed.Finding.What.EARLY;
import static org.delay.redisson.reliability.composed.Finding.What.FAILURE_WITHOUT_ATTEMPT;
import static org.delay.redisson.reliability.composed.Finding.What.GARBLED;
import static org.delay.redisson.reliability.composed.Finding.What.HANGING_CALL;
import static org.delay.redisson.reliability.composed.Finding.What.LOST;
import static org.delay.redisson.reliability.composed.Finding.What.MOVED_AND_DELIVERED;
import static org.delay.redisson.reliability.composed.Finding.What.PERMANENT_TRIED_AGAIN;
import static org.delay.redisson.reliability.composed.Finding.What.REPLACED_AND_DELIVERED;
import static org.delay.redisson.reliability.composed.Finding.What.UNDOCUMENTED_ERROR;
import static org.delay.redisson.reliability.composed.Finding.What.UNTRUE_ANSWER;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.delay.redisson.reliability.composed.Audit.Circumstances;
import org.delay.redisson.reliability.composed.Entry.What;

/** What the promise says of one message, held against what is written of it. For one message. */
final class Model {

    /** So long after an answer a record that was there before may be read. */
    private static final long READING = TimeUnit.SECONDS.toMicros(5);

    /** A handler that had begun may be between two lines of its journal. */
    private static final long LINES = TimeUnit.MILLISECONDS.toMicros(50);

    /** All calls end within it, whatever happens. */
    private static final Duration CALL = Duration.ofSeconds(30);

    private final Plan plan;
    private final Subject subject;
    private final Life life;
    private final Circumstances circumstances;
    private final long slack;
    private final List<Finding> findings = new ArrayList<>();

    private Model(Plan plan, Life life, Circumstances circumstances) {
        this.plan = plan;
        this.subject = plan.subject(life.topic());
        this.life = life;
        this.circumstances = circumstances;
        this.slack = TimeUnit.NANOSECONDS.toMicros(circumstances.slack().toNanos());
    }

    /**
     * What is broken.
     *
     * @param circumstances of the run: a lease may have run out as often as an instance ended or was stopped, a server
     *     hung, or the machine was at rest
     */
    static List<Finding> findings(Plan plan, Life life, Circumstances circumstances) {
        Model model = new Model(plan, life, circumstances);
        model.answers();
        model.deliveries();
        model.end();
        return model.findings;
    }

    private void find(Finding.What what, String text) {
        findings.add(Finding.of(what, "%s: %s", text, life));
    }

    private void answers() {
        List<Entry> calls = life.calls();
        for (int i = 0; i < calls.size(); i++) {
            Entry call = calls.get(i);
            String answer = Life.answer(call);
            Entry before = i == 0 ? null : calls.get(i - 1);
            if (answer.startsWith(Load.SURPRISE)) {
                find(UNDOCUMENTED_ERROR, answer);
            }
            if (call.at() - call.began() > TimeUnit.NANOSECONDS.toMicros(CALL.toNanos()) + slack) {
                find(HANGING_CALL, "took " + (call.at() - call.began()) / 1_000 + " ms");
            }
            if (answer.equals("BLOCKED") && call.at() - call.began() >= slack) {
                find(HANGING_CALL, "a send that does not wait blocked its caller");
            }
            long until = i + 1 < calls.size() ? calls.get(i + 1).began() : Long.MAX_VALUE;
            switch (answer) {
                case "CANCELLED" -> noEffect(CANCELLED_AND_DELIVERED, call, until, effect -> true);
                case "RESCHEDULED" ->
                    noEffect(MOVED_AND_DELIVERED, call, Math.min(until, call.due() * 1_000), effect -> true);
                case "REPLACED", "SCHEDULED" ->
                    noEffect(REPLACED_AND_DELIVERED, call, until, effect -> effect.version() < call.version());
                case "IN_FLIGHT" -> {
                    if (call.at() / 1_000 < firstDue()) {
                        find(UNTRUE_ANSWER, "in flight before it was due");
                    }
                }
                case "NOT_FOUND" -> notFound(call, before);
                default -> {}
            }
        }
    }

    private void notFound(Entry call, Entry before) {
        boolean isThere = before != null
                && before.what() == What.SENT
                && Life.isAccepted(before)
                && call.what() != What.REDRIVE
                && call.at() / 1_000 < before.due();
        if (isThere) {
            find(UNTRUE_ANSWER, "not found, and it is not yet due");
        }
    }

    private long firstDue() {
        return life.all(What.SENT)
                .mapToLong(sent -> Life.answer(sent).equals(Load.UNKNOWN) ? 0 : sent.due())
                .filter(due -> due > 0
                        || life.all(What.SENT)
                                .anyMatch(sent -> Life.answer(sent).equals(Load.UNKNOWN)))
                .min()
                .orElse(0);
    }

    /** Nothing of what was there before this call's answer takes effect after it. */
    private void noEffect(Finding.What what, Entry call, long until, Predicate<Entry> which) {
        long grace = slack + (subject.kind().isKafka() ? READING : LINES);
        life.all(What.EFFECT)
                .filter(effect -> effect.version() <= call.version())
                .filter(which)
                .filter(effect -> effect.at() > call.at() + grace && effect.at() < until)
                .findFirst()
                .ifPresent(effect -> find(what, "after the answer of " + call.what()));
    }

    private void deliveries() {
        life.all(What.GARBLED).findFirst().ifPresent(entry -> find(GARBLED, "body"));
        life.all(subject.kind().isKafka() ? What.EFFECT : What.BEGUN)
                .filter(entry -> entry.at() / 1_000 < dueOf(entry.version(), entry.at()))
                .findFirst()
                .ifPresent(entry -> find(EARLY, "version " + entry.version()));
        if (isSound()) {
            soundAttempts();
        }
        if (life.all(What.REDRIVE).findAny().isEmpty()) {
            life.all(What.BEGUN)
                    .filter(begun -> isPermanent(life.conduct(begun.version())))
                    .filter(begun -> gaveUpBefore(begun) > circumstances.disturbances())
                    .findFirst()
                    .ifPresent(begun -> find(PERMANENT_TRIED_AGAIN, "attempt " + begun.number()));
        }
        deathsAreCounted();
    }

    /** How often the same version was given up before. Its lease may have run out before that was stored. */
    private long gaveUpBefore(Entry begun) {
        return life.all(What.THREW)
                .filter(threw -> threw.version() == begun.version()
                        && threw.at() < begun.at()
                        && !threw.text().equals(Handlers.OF_ANOTHER))
                .count();
    }

    /** Whether the message, and all that are handled with it, need no second attempt. */
    private boolean isSound() {
        return (plan.consumerBatch == 1 && subject.conduct() != Conduct.IS_SLOW)
                ? life.isSound()
                : plan.isSound(subject);
    }

    private static boolean isPermanent(Conduct conduct) {
        return conduct == Conduct.GIVES_UP || conduct == Conduct.READS_NESTED;
    }

    private void soundAttempts() {
        life.entries().stream()
                .filter(entry -> entry.what() == What.BEGUN || entry.what() == What.EFFECT)
                .filter(entry -> entry.number() > 1 + circumstances.disturbances() + threw(entry))
                .findFirst()
                .ifPresent(entry -> find(ATTEMPT_WITHOUT_FAILURE, "attempt " + entry.number()));
    }

    /** Of messages that are sound, because a neighbour of the same call made the handler throw. */
    private int threw(Entry entry) {
        return (int)
                life.all(What.THREW).filter(threw -> threw.at() < entry.at()).count();
    }

    /** What ends its application is counted each time. */
    private void deathsAreCounted() {
        int begun = 0;
        for (Entry entry : life.all(What.BEGUN).toList()) {
            if (!life.conduct(entry.version()).isDeadly()) {
                continue;
            }
            begun++;
            if (entry.number() < begun && life.calls().size() == 1) {
                find(FAILURE_WITHOUT_ATTEMPT, "given out " + begun + " times, and it is attempt " + entry.number());
                return;
            }
        }
    }

    /** The earliest that a version may be delivered, by what was answered until then. */
    private long dueOf(int version, long at) {
        long due = 0;
        for (Entry call : life.calls()) {
            String answer = Life.answer(call);
            if (call.what() == What.SENT && call.version() == version && Life.isAccepted(call)) {
                due = call.due();
            } else if (call.began() < at && call.what() == What.REDRIVE) {
                due = 0;
            } else if (call.began() < at && call.what() == What.RESCHEDULE) {
                due = answer.equals("RESCHEDULED") && call.at() < at ? call.due() : Math.min(due, call.due());
            }
        }
        return due;
    }

    private void end() {
        Entry last = lastAccepted();
        boolean dead = life.all(What.DEAD).findAny().isPresent() || leftDead();
        if (dead && !hasCause()) {
            find(DEAD_WITHOUT_CAUSE, "dead");
        }
        if (last == null || mayBeGone(last) || !subject.isListed(life.topic())) {
            return;
        }
        boolean there = life.all(What.LEFT).findAny().isPresent() || dead;
        there |= life.all(What.GARBLED).findAny().isPresent();
        if (!there && life.all(What.EFFECT).noneMatch(effect -> effect.version() == last.version())) {
            find(LOST, "version " + last.version());
        }
    }

    private boolean hasCause() {
        List<Entry> threw = life.all(What.THREW).toList();
        return circumstances.atRest()
                || threw.size() >= plan.settings.retry().maxAttempts()
                || threw.stream().anyMatch(one -> one.text().equals("PermanentFailure"))
                || life.all(What.SENT).anyMatch(sent -> subject.mayEndDead(life.conduct(sent.version()), life.id()))
                || (plan.consumerBatch > 1 && subject.mayEndDead(subject.conduct(), life.id()));
    }

    private boolean leftDead() {
        return life.all(What.LEFT).anyMatch(left -> left.text().startsWith("DEAD"));
    }

    /** The last send that surely is what is there, or null if nobody knows. */
    private Entry lastAccepted() {
        Entry last = null;
        for (Entry sent : life.all(What.SENT).toList()) {
            if (Life.isAccepted(sent)) {
                last = sent;
            } else if (Life.answer(sent).equals(Load.UNKNOWN)) {
                last = null;
            }
        }
        return last;
    }

    /** Whether somebody took it away after that, or may have. */
    private boolean mayBeGone(Entry last) {
        return life.all(What.CANCEL)
                        .anyMatch(cancel -> cancel.at() > last.at()
                                && !cancel.text().equals("NOT_FOUND")
                                && !cancel.text().equals(Load.REFUSED))
                || life.all(What.EXPIRED).findAny().isPresent()
                || subject.conduct() == Conduct.CANCELS
                || last.text().endsWith("ASYNC");
    }
}
