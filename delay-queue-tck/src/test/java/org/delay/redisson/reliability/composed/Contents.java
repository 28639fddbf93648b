package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;

/** Reads what is left in the queue at the end of a run. Some runs have thousands of topics, so it reads several at a time. */
final class Contents implements AutoCloseable {

    private static final int AT_A_TIME = 16;

    /** What is due later is not waited for. */
    private static final Duration SOON = Duration.ofMinutes(1);

    private static final int PAGE = 1_000;

    /**
     * What comes and goes while this is read is seen one of the times. Where instances fail fast, messages change between them
     * within milliseconds.
     */
    private static final List<State> ALL_WAYS =
            List.of(State.DUE, State.LEASED, State.DEAD, State.DUE, State.LEASED, State.DUE, State.LEASED, State.DUE);

    private final DelayQueueMessage queue;
    private final Plan plan;
    private final ExecutorService readers = Executors.newFixedThreadPool(AT_A_TIME);
    private final Set<String> drained = ConcurrentHashMap.newKeySet();

    Contents(DelayQueueMessage queue, Plan plan) {
        this.queue = queue;
        this.plan = plan;
    }

    /** Whether all topics that are to be drained have been so. */
    boolean areDrained() throws ExecutionException, InterruptedException {
        List<String> others = topics(Subject::isToBeDrained)
                .filter(topic -> !drained.contains(topic))
                .toList();
        read(others, topic -> isDrained(topic) && drained.add(topic));
        return drained.containsAll(others);
    }

    List<StoredMessage> left() throws ExecutionException, InterruptedException {
        List<String> listed = topics(subject -> true)
                .filter(topic -> plan.subject(topic).isListed(topic))
                .toList();
        return read(
                        listed,
                        topic -> ALL_WAYS.stream()
                                .flatMap(state -> list(topic, state).stream())
                                .toList())
                .stream()
                .flatMap(List::stream)
                .toList();
    }

    boolean isToBeDrained(StoredMessage stored) {
        return plan.subject(stored.message().topic()).isToBeDrained() && isSoon(stored);
    }

    private Stream<String> topics(Predicate<Subject> which) {
        return plan.subjects.stream()
                .filter(which)
                .flatMap(subject -> IntStream.range(0, subject.topics()).mapToObj(subject::topic));
    }

    private <T> List<T> read(List<String> topics, Function<String, T> reading)
            throws ExecutionException, InterruptedException {
        List<T> all = new ArrayList<>();
        List<Callable<T>> calls = topics.stream()
                .map(topic -> (Callable<T>) () -> reading.apply(topic))
                .toList();
        for (Future<T> one : readers.invokeAll(calls)) {
            all.add(one.get());
        }
        return all;
    }

    private boolean isDrained(String topic) {
        Counts counts = queue.counts(topic);
        return counts.leased() == 0
                && (counts.due() == 0 || list(topic, State.DUE).stream().noneMatch(Contents::isSoon));
    }

    private static boolean isSoon(StoredMessage stored) {
        return stored.state() == State.LEASED
                || (stored.state() == State.DUE
                        && stored.at().toEpochMilli() < Journal.micros() / 1_000 + SOON.toMillis());
    }

    private List<StoredMessage> list(String topic, State state) {
        List<StoredMessage> all = new ArrayList<>();
        Page page = queue.list(topic, state, null, PAGE);
        all.addAll(page.messages());
        while (page.next() != null) {
            page = queue.list(topic, state, page.next(), PAGE);
            all.addAll(page.messages());
        }
        return all;
    }

    @Override
    public void close() {
        readers.shutdownNow();
    }
}
