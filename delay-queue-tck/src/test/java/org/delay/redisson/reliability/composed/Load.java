package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.reliability.composed.Entry.What;
import org.delay.redisson.reliability.composed.Subject.Content;
import org.delay.redisson.reliability.composed.Subject.Kind;

/** Sends what a plan says, and writes down what is answered. */
final class Load implements AutoCloseable {

    static final String REFUSED = "REFUSED";
    static final String UNKNOWN = "UNKNOWN";

    /** An argument that is not taken. */
    static final String INVALID = "INVALID";

    /** A failure that the documents do not know. */
    static final String SURPRISE = "SURPRISE ";

    /** What ids of first messages begin with. */
    private static final String FIRST = "first-";

    private static final int TELLERS = 6;

    private static final int BULK = 500;

    /** As many of the topics that are alike get their messages at once. */
    private static final int BURST = 1_000;

    /**
     * About as many as instances claim on two cores just after their start: a claim is of one topic, and a shard is claimed from
     * by two workers at a time. Beside other runs they claim half as many.
     */
    private static final int CLAIMS_PER_SECOND = 200;

    private static final int SHORTEST_START = 2_000;

    private static final int LARGE_BODY = 100_000;

    private static final int LARGE_TEXT = 1_500_000;

    private static final Duration ASYNC_LIMIT = Duration.ofSeconds(60);

    private final Plan plan;
    private final DelayQueueMessage queue;
    private final Journal journal;

    /** Within it first messages come due, so that instances that have just started can claim them as they come. */
    private final int startMillis;

    private final ExecutorService tellers = Executors.newCachedThreadPool();
    private volatile boolean ended;

    Load(Plan plan, DelayQueueMessage queue, Journal journal) {
        this.plan = plan;
        this.queue = queue;
        this.journal = journal;
        startMillis = millisOfStart(plan);
    }

    /**
     * Sends each topic its first messages, and then tells stories until it is closed. What thousands get beyond the first of them
     * is sent beside the stories, as soon as the first ones are due.
     */
    void start() {
        Random random = new Random(plan.seed);
        for (Subject subject : plan.subjects) {
            List<OutgoingMessage> messages = firstOf(subject, random);
            int atOnce = subject.kind() == Kind.UNSERVED || subject.topics() <= BURST ? messages.size() : BURST;
            List<OutgoingMessage> steadily = messages.subList(atOnce, messages.size());
            sendInBulks(messages.subList(0, atOnce), BULK, Duration.ZERO);
            tellers.execute(() -> {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(startMillis));
                sendInBulks(steadily, CLAIMS_PER_SECOND, Duration.ofSeconds(1));
            });
        }
        for (int i = 0; i < TELLERS; i++) {
            Random own = new Random(plan.seed * TELLERS + i);
            String prefix = "story-" + i + "-";
            tellers.execute(() -> tell(prefix, own));
        }
        if (plan.asyncSends > 0) {
            tellers.execute(this::sendAsync);
        }
    }

    private static int millisOfStart(Plan plan) {
        int most = plan.settings.maxClaimMessages();
        int claims = plan.subjects.stream()
                .filter(subject -> subject.kind() != Kind.UNSERVED)
                .mapToInt(subject -> Math.min(subject.topics(), BURST) * ((subject.messages() + most - 1) / most))
                .sum();
        return Math.max(SHORTEST_START, claims * 1_000 / CLAIMS_PER_SECOND);
    }

    private List<OutgoingMessage> firstOf(Subject subject, Random random) {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int topic = 0; topic < subject.topics(); topic++) {
            for (int i = 0; i < subject.messages(); i++) {
                try {
                    messages.add(first(subject, subject.topic(topic), i, random));
                } catch (IllegalArgumentException refused) {
                    String conduct = subject.conductOf(i).name();
                    sent(subject.topic(topic), FIRST + i, 1, Journal.micros(), INVALID, 0, conduct);
                }
            }
        }
        return messages;
    }

    private void sendInBulks(List<OutgoingMessage> messages, int bulk, Duration pause) {
        for (int from = 0; from < messages.size() && !ended; from += bulk) {
            send(messages.subList(from, Math.min(from + bulk, messages.size())), 1);
            LockSupport.parkNanos(pause.toNanos());
        }
    }

    private OutgoingMessage first(Subject subject, String topic, int number, Random random) {
        return message(topic, FIRST + number, 1, subject.conductOf(number), subject.content(), random)
                .delay(Duration.ofMillis(random.nextInt(startMillis)))
                .build();
    }

    private void tell(String prefix, Random random) {
        List<Subject> subjects = plan.subjects.stream().filter(Subject::story).toList();
        for (int number = 0; !ended; number++) {
            Subject subject = random.nextInt(3) == 0 ? Plan.HEALTHY : subjects.get(random.nextInt(subjects.size()));
            // Most topics of many are like each other.
            String topic = subject.topic(random.nextInt(Math.min(subject.topics(), 3)));
            new Story(this, subject, topic, prefix + number, random).tell();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50 + random.nextInt(100)));
        }
    }

    /** Many that are far away, and of which each must be answered in its time. */
    private void sendAsync() {
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (int i = 0; i < plan.asyncSends; i++) {
            String id = "async-" + i;
            OutgoingMessage message = OutgoingMessage.to(Plan.HEALTHY.topic(0))
                    .id(id)
                    .body(Body.text(1, Conduct.RETURNS, "async"))
                    .delay(Duration.ofHours(1))
                    .build();
            long began = Journal.micros();
            try {
                answers.add(queue.scheduleAsync(List.of(message)).handle((receipts, thrown) -> {
                    if (thrown != null || Journal.micros() - began > TimeUnit.SECONDS.toMicros(1)) {
                        sent(message.topic(), id, 1, began, thrown == null ? "SCHEDULED" : answer(thrown), 0, "ASYNC");
                    }
                    return null;
                }));
            } catch (RuntimeException e) {
                sent(message.topic(), id, 1, began, answer(e), 0, "ASYNC");
            }
            if (Journal.micros() - began > TimeUnit.SECONDS.toMicros(1)) {
                sent(message.topic(), id, 1, began, "BLOCKED", 0, "ASYNC");
            }
        }
        long began = Journal.micros();
        try {
            CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                    .get(ASYNC_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            sent(Plan.HEALTHY.topic(0), "async", 1, began, SURPRISE + "not answered", 0, "ASYNC");
        }
    }

    static OutgoingMessage.Builder message(
            String topic, String id, int version, Conduct conduct, Content content, Random random) {
        OutgoingMessage.Builder message = OutgoingMessage.to(topic).id(id).priority(random.nextInt(10));
        if (Subject.hasKey(id)) {
            message.key("key-" + random.nextInt(20));
        }
        String rest = switch (content) {
            case SHORT -> "x".repeat(random.nextInt(300));
            case LARGE -> "y".repeat(LARGE_BODY);
            case LONE_SURROGATES -> "\ud83d half of a pair";
            case LARGE_KEY -> {
                message.key("k".repeat(LARGE_TEXT));
                yield "a large key";
            }
            case LARGE_HEADER -> {
                message.header("large", "h".repeat(LARGE_TEXT));
                yield "a large header";
            }
        };
        return message.body(Body.text(version, conduct, rest));
    }

    DelayQueueMessage queue() {
        return queue;
    }

    Journal journal() {
        return journal;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Sends, and answers what was answered of the last one. */
    String send(List<OutgoingMessage> messages, int version) {
        long began = Journal.micros();
        List<Receipt> receipts = List.of();
        List<DelayQueueException> failures = List.of();
        RuntimeException all = null;
        try {
            receipts = queue.schedule(messages);
        } catch (DelayQueueException.PartlySent e) {
            receipts = e.receipts();
            failures = e.failures();
        } catch (RuntimeException e) {
            all = e;
        }
        String last = "";
        for (OutgoingMessage message : messages) {
            String conduct = Body.of(message.body().toString()).conduct().name();
            if (all != null) {
                last = answer(all);
                sent(message.topic(), message.id(), version, began, last, 0, conduct);
            }
        }
        for (Receipt receipt : receipts) {
            last = receipt.outcome().name();
            sent(
                    receipt.topic(),
                    receipt.id(),
                    version,
                    began,
                    last,
                    receipt.dueTime().toEpochMilli(),
                    conduct(messages, receipt));
        }
        for (DelayQueueException failure : failures) {
            last = answer(failure);
            for (String id : failure.ids()) {
                sent(failure.topic(), id, version, began, last, 0, Conduct.RETURNS.name());
            }
        }
        return last;
    }

    private static String conduct(List<OutgoingMessage> messages, Receipt receipt) {
        return messages.stream()
                .filter(message ->
                        message.id().equals(receipt.id()) && message.topic().equals(receipt.topic()))
                .map(message -> Body.of(message.body().toString()).conduct().name())
                .findFirst()
                .orElseThrow();
    }

    private void sent(String topic, String id, int version, long began, String answer, long due, String conduct) {
        journal.write(
                new Entry(What.SENT, began, Journal.micros(), topic, id, version, 0, due, answer + "/" + conduct));
    }

    /** What a failure says. */
    static String answer(Throwable thrown) {
        Throwable failure = thrown instanceof java.util.concurrent.CompletionException ? thrown.getCause() : thrown;
        if (failure instanceof DelayQueueException.Refused) {
            return REFUSED;
        }
        if (failure instanceof DelayQueueException.OutcomeUnknown) {
            return UNKNOWN;
        }
        return failure instanceof IllegalArgumentException || failure instanceof DelayQueueException.Duplicate
                ? INVALID
                : SURPRISE + failure;
    }

    /** Begins no more stories, and waits for those that are under way. */
    @Override
    public void close() throws InterruptedException {
        ended = true;
        tellers.shutdown();
        if (!tellers.awaitTermination(2 * ASYNC_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            tellers.shutdownNow();
            journal.write(Entry.now(What.SENT, "", "", 0, 0, 0, SURPRISE + "a call hangs/RETURNS"));
        }
    }
}
