package org.delay.redisson.transaction;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueException.FailedAfterCommit;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueException.PartlySent;
import org.delay.redisson.DelayQueueException.Refused;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;

/** Makes the calls of a transaction that has committed, in their order. Neighbouring sends share a call. For one thread. */
@Slf4j
@RequiredArgsConstructor
final class CallsAfterCommit {

    /** As long as one send may take. Without an end, each of many calls would wait for a Redis that hangs. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final DelayQueueMessage queue;
    private final int bulk;
    private final List<DelayQueueException> failures = new ArrayList<>();
    private final Set<RecordedCall> failed = Collections.newSetFromMap(new IdentityHashMap<>());
    private final long began = System.nanoTime();

    /** @throws FailedAfterCommit if some failed; the others are made all the same */
    void make(List<RecordedCall> calls) {
        for (int from = 0; from < calls.size(); ) {
            int to = calls.get(from) instanceof RecordedCall.Send ? endOfSends(calls, from) : from + 1;
            makeSome(calls.subList(from, to));
            from = to;
        }
        if (!failures.isEmpty()) {
            throw new FailedAfterCommit(failures, unsent(calls));
        }
    }

    /** Without what a later call cancels or replaces, whether that has failed or not: to send it again would undo that call. */
    private List<OutgoingMessage> unsent(List<RecordedCall> calls) {
        Deque<OutgoingMessage> unsent = new ArrayDeque<>();
        Set<List<String>> overridden = new HashSet<>();
        for (int i = calls.size() - 1; i >= 0; i--) {
            RecordedCall call = calls.get(i);
            List<String> name = List.of(call.topic(), call.id());
            if (call instanceof RecordedCall.Send send && failed.contains(send) && !overridden.contains(name)) {
                unsent.addFirst(send.message());
            }
            if (call.overridesEarlier()) {
                overridden.add(name);
            }
        }
        return List.copyOf(unsent);
    }

    private int endOfSends(List<RecordedCall> calls, int from) {
        int to = from;
        while (to < calls.size() && to - from < bulk && calls.get(to) instanceof RecordedCall.Send) {
            to++;
        }
        return to;
    }

    private void makeSome(List<RecordedCall> calls) {
        RecordedCall first = calls.get(0);
        List<String> ids = calls.stream().map(RecordedCall::id).toList();
        try {
            if (System.nanoTime() - began > LONGEST.toNanos()) {
                throw new Refused(
                        first.topic(),
                        ids,
                        new IllegalStateException(
                                "Earlier calls after this commit took " + LONGEST.toSeconds() + " s"));
            }
            call(calls);
        } catch (PartlySent e) {
            failures.addAll(e.failures());
            failed(calls.stream().filter(call -> isNamed(call, e.failures())).toList(), e);
        } catch (DelayQueueException e) {
            failures.add(e);
            failed(calls, e);
        } catch (RuntimeException | Error e) {
            failures.add(new OutcomeUnknown(first.topic(), ids, e));
            failed(calls, e);
        }
    }

    private static boolean isNamed(RecordedCall call, List<DelayQueueException> failures) {
        return failures.stream()
                .anyMatch(failure ->
                        failure.topic().equals(call.topic()) && failure.ids().contains(call.id()));
    }

    private void call(List<RecordedCall> calls) {
        RecordedCall first = calls.get(0);
        if (first instanceof RecordedCall.Cancel cancel) {
            var unused = queue.cancel(cancel.topic(), cancel.id());
        } else if (first instanceof RecordedCall.Reschedule reschedule) {
            var unused = queue.reschedule(reschedule.topic(), reschedule.id(), reschedule.delay());
        } else {
            var unused = queue.schedule(messages(calls));
        }
    }

    private void failed(List<RecordedCall> calls, Throwable failure) {
        failed.addAll(calls);
        log.error(
                "A transaction has committed, but delay queue calls that waited for it failed. Repeat them: {}: {}",
                described(calls),
                failure.toString());
    }

    private static List<OutgoingMessage> messages(Collection<RecordedCall> calls) {
        return calls.stream()
                .filter(RecordedCall.Send.class::isInstance)
                .map(call -> ((RecordedCall.Send) call).message())
                .toList();
    }

    /** For the log: what was asked, topics and ids. */
    static String described(Collection<RecordedCall> calls) {
        return calls.stream().map(RecordedCall::description).collect(Collectors.joining(", ", "[", "]"));
    }
}
