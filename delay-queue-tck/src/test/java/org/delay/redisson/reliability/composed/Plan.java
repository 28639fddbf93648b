package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.delay.redisson.reliability.composed.Subject.Kind;

/** All that is to be run. Terms change it, one after the other; then it is only read. */
final class Plan {

    /** Short enough that what is tried again comes to its end within a run. */
    private static final RetryPolicy RETRY = new RetryPolicy(10, Duration.ofMillis(200), 2, Duration.ofSeconds(2), 0.2);

    private static final String TO_KAFKA = "to-kafka";

    /** Kafka's {@code max.block.ms}, as the library sets it. */
    private static final Duration KAFKA_TIMEOUT = Duration.ofSeconds(5);

    /** A handler that is interrupted sooner is not known to hang (ADR 0021). */
    private static final Duration UNEXPECTED = Duration.ofSeconds(2);

    /** Until a standby takes the place of one more topic that hangs, after the first (ADR 0021). */
    private static final Duration HANDOVER = Duration.ofMillis(250);

    /** Messages of it must always arrive in time. */
    static final Subject HEALTHY = Subject.of("healthy", Kind.HANDLED);

    final long seed;
    private final int run;
    final List<Subject> subjects = new ArrayList<>(List.of(HEALTHY));
    final List<Fault> faults = new ArrayList<>();
    final Map<String, Object> producer = new HashMap<>();
    final List<String> jvmOptions = new ArrayList<>();
    final Map<Listening, Conduct> listening = new HashMap<>();
    DispatchSettings settings = DispatchSettings.builder().retry(RETRY).build();
    int instances = 1;
    int shards = 1;
    int consumerBatch = 1;
    int connections = 8;
    int asyncSends;
    boolean batchSizeThrows;
    boolean interceptorThrows;
    boolean virtualThreads;
    boolean sendersByProxy;
    boolean commonPoolIsBusy;
    Duration clock = Duration.ZERO;
    private final Set<String> touched = ConcurrentHashMap.newKeySet();
    private boolean ownJvm;

    /** What a listener hears of. */
    enum Listening {
        STARTED,
        DELIVERED,
        RETRIED,
        DEAD
    }

    /** @param run a number that no other run of this JVM has: their Kafka is one */
    Plan(long seed, int run) {
        this.seed = seed;
        this.run = run;
    }

    void add(Subject subject) {
        subjects.add(subject.kind().isKafka() ? subject.withName(subject.name() + "-" + run) : subject);
    }

    /** Has something go to Kafka, for a term that would say nothing without it. */
    void addKafka() {
        if (subjects.stream().noneMatch(subject -> subject.name().startsWith(TO_KAFKA))) {
            add(Subject.of(TO_KAFKA, Kind.KAFKA));
        }
    }

    /** A machine may rest for so long and no handler is interrupted, and no lease ends. */
    Duration longestRest() {
        Duration third = settings.lease().dividedBy(3);
        Duration half = settings.maxProcessingTime().dividedBy(2);
        return third.compareTo(half) < 0 ? third : half;
    }

    int run() {
        return run;
    }

    void settings(UnaryOperator<DispatchSettings> change) {
        settings = change.apply(settings);
    }

    /** Has instances run in JVMs of their own. */
    void inOwnJvm() {
        ownJvm = true;
    }

    boolean isInOwnJvm() {
        return ownJvm
                || !jvmOptions.isEmpty()
                || !clock.isZero()
                || subjects.stream().anyMatch(subject -> subject.conduct().isDeadly());
    }

    boolean needsKafka() {
        return subjects.stream().anyMatch(subject -> subject.kind().isKafka());
    }

    /** With Kafka, an application does not start whose processing time is shorter than its lease. */
    void keepToWhatTheStarterAccepts() {
        if (needsKafka() && settings.maxProcessingTime().compareTo(settings.lease()) < 0) {
            settings(accepted ->
                    accepted.toBuilder().maxProcessingTime(accepted.lease()).build());
        }
    }

    /** A topic that something is done to: what comes of its messages is told, and it need not be in time. */
    String touch(int which) {
        List<Subject> handled = subjects.stream()
                .filter(subject ->
                        subject.kind() == Kind.HANDLED && !subject.conduct().isDeadly())
                .filter(subject -> !subject.equals(HEALTHY) || subjects.size() == 1)
                .toList();
        String topic = handled.isEmpty()
                ? "touched-0"
                : handled.get(which % handled.size()).topic(0);
        touched.add(topic);
        return topic;
    }

    /** Whether a topic's messages all arrive, soon and at their first attempt, whatever else there is. */
    boolean isHealthy(String topic) {
        return subject(topic).isHealthy() && !touched.contains(topic);
    }

    /**
     * Whether calls that take long leave a worker to others: handlers that hang "take two workers, or three beside another
     * destination such as Kafka", and so do Kafka topics that do not exist (docs/guarantees.md).
     */
    boolean leavesWorkersToOthers() {
        boolean hangs = subjects.stream()
                .map(Subject::conduct)
                .anyMatch(conduct -> conduct == Conduct.HANGS || conduct == Conduct.OUTLIVES);
        return !waitsForMissingTopics() && (!hangs || settings.workers() >= (needsKafka() ? 3 : 2));
    }

    /** Whether every call for a Kafka topic that does not exist keeps the only worker from others. */
    boolean waitsForMissingTopics() {
        return settings.workers() == 1 && subjects.stream().anyMatch(subject -> subject.kind() == Kind.KAFKA_MISSING);
    }

    /**
     * How late a healthy message may be where nothing is wrong with the engine (ADR 0021): slow handlers, and those that are
     * interrupted before they are known to hang, have what workers handlers have until theirs are done; each topic that hangs
     * keeps others waiting for a moment; and before Kafka has answered, a topic that does not exist has its one worker for
     * Kafka's time-out.
     */
    Duration backlog(Subject subject) {
        Duration backlog = subjects.stream().map(this::delay).reduce(Duration.ZERO, Duration::plus);
        return subject.kind().isKafka() && subjects.stream().anyMatch(some -> some.kind() == Kind.KAFKA_MISSING)
                ? backlog.plus(KAFKA_TIMEOUT)
                : backlog;
    }

    private Duration delay(Subject some) {
        return switch (some.conduct()) {
            case IS_SLOW -> Handlers.SLOW.multipliedBy(calls(some)).dividedBy(workersBesideHanging());
            case HANGS, OUTLIVES ->
                isInterruptedSoon()
                        ? settings.maxProcessingTime()
                                .multipliedBy(calls(some) * settings.retry().maxAttempts())
                                .dividedBy(workersOfHandlers())
                        : HANDOVER.multipliedBy(some.topics());
            default -> Duration.ZERO;
        };
    }

    /** How many of its messages are not simply handled. */
    private static long calls(Subject some) {
        return (long) some.topics() * some.messages() / some.nth();
    }

    private boolean isInterruptedSoon() {
        return settings.maxProcessingTime().compareTo(UNEXPECTED) <= 0;
    }

    /** Beside Kafka, handlers never have all workers. */
    private int workersOfHandlers() {
        return subjects.stream().anyMatch(subject -> subject.kind().isKafka())
                ? Math.max(1, settings.workers() - 1)
                : settings.workers();
    }

    /** A topic that hangs keeps all workers of its handlers but one: only its first call has a standby. */
    private int workersBesideHanging() {
        return !isInterruptedSoon() && subjects.stream().anyMatch(Plan::keepsWorkers) ? 1 : workersOfHandlers();
    }

    private static boolean keepsWorkers(Subject some) {
        return switch (some.conduct()) {
            case HANGS, OUTLIVES -> calls(some) > some.topics();
            default -> false;
        };
    }

    /** Whether the handler of a subject's messages needs no second call, whatever messages come together in one. */
    boolean isSound(Subject subject) {
        Duration slow = subject.conduct() == Conduct.IS_SLOW ? Handlers.SLOW : Duration.ZERO;
        return subject.conduct().isSound()
                && slow.multipliedBy(3L * consumerBatch).compareTo(settings.maxProcessingTime()) < 0;
    }

    Subject subject(String topic) {
        return subjects.stream()
                .filter(subject -> subject.has(topic))
                .findFirst()
                .orElse(HEALTHY);
    }

    /** Whether the conduct of some message ends the application that it runs in. */
    boolean endsApplications() {
        return subjects.stream()
                .map(Subject::conduct)
                .anyMatch(conduct -> conduct.isDeadly() || conduct == Conduct.CLOSES);
    }
}
