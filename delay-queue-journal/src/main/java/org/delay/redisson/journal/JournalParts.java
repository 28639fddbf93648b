package org.delay.redisson.journal;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.journal.store.JournalStore;

/** The parts of the journal around one queue, wired. */
final class JournalParts implements AutoCloseable {

    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final RevisionedStore redis;
    private final Sends sends;
    private final Cancels cancels;
    private final Reschedules reschedules;
    private final LateRelays lateRelays;
    private final DeadLetterRedrives redrives;
    private final DeadLetterDeletions deletions;
    private final Topics topics;
    private final Leases leases = new Leases();
    private final Settlements settlements;
    private final DeliveryCheck check;
    private final boolean checks;
    private final JournalRelay relay;
    private final JournalKeeper keeper;
    private final StoredJournal journal;
    private final BoundedSqlCalls sql = new BoundedSqlCalls(SILENCE);

    JournalParts(DelayQueueMessage queue, RevisionedStore redis, JournalDatabase database, JournalSettings settings) {
        this.redis = redis;
        JournalStore store = database.store();
        JournalTransactions transactions =
                new JournalTransactions(database.manager(), database.source(), settings.otherTransactions());
        Books books = new Books(store, transactions, new History(store, settings.history()), sql);
        RelaySignals signals = new RelaySignals();
        Recorder recorder = new Recorder(transactions);
        StoreCalls calls = new StoreCalls(redis);
        UnrecordedEnds unrecorded = new UnrecordedEnds();
        LateDeadLetters lateDeadLetters = new LateDeadLetters(queue, redis, books, unrecorded);
        Completion completion = new Completion(books, new EndRecords(books), unrecorded, lateDeadLetters);
        JournalCounts counts = new JournalCounts();
        Bypass bypass = new Bypass(queue, settings.whenDown(), counts);
        EndedMessages endedMessages = new EndedMessages(store, redis, unrecorded);
        sends = new Sends(
                new SendRecorder(
                        recorder,
                        books,
                        redis,
                        endedMessages,
                        new UnrecordedMessages(queue, redis, signals::isRedisAway)),
                redis,
                signals,
                settings.limits(),
                bypass);
        lateRelays = new LateRelays(redis, signals::isRedisAway);
        ChangeRelay changes = new ChangeRelay(calls, signals);
        cancels = new Cancels(recorder, books, changes, endedMessages, lateRelays);
        reschedules = new Reschedules(recorder, books, changes, endedMessages);
        redrives = new DeadLetterRedrives(recorder, books, queue, redis, new Redrives(books, redis, signals));
        deletions = new DeadLetterDeletions(recorder, books, queue, redis, completion);
        topics = new Topics(recorder, books);
        Corrections corrections = new Corrections(redis, completion);
        settlements = new Settlements(queue, leases, new LeasedMessages(leases, redis), completion, corrections);
        check = new DeliveryCheck(
                books,
                counts,
                completion::endOf,
                new StaleMessages(queue, books, signals, counts, completion::endOf),
                settings.deliveryCheck() == DeliveryCheckMode.HOLD ? new HeldClaims(queue) : null);
        checks = settings.deliveryCheck() != DeliveryCheckMode.OFF;
        relay = new JournalRelay(
                books,
                calls,
                signals,
                new RedisPresence(queue, signals),
                new RelayConfirmations(books, signals),
                completion,
                corrections,
                lateDeadLetters,
                counts);
        Restorable restorable = new Restorable(settings.topics(), completion::isEnded);
        keeper = new JournalKeeper(
                new LossWatch(
                        queue,
                        books,
                        signals,
                        new MarkKeeper(redis, books, counts, settings.restore()),
                        new LossRepair(redis, books, calls, counts, restorable)),
                new Audit(redis, books, signals, counts, restorable),
                new JournalPurge(books));
        Restorer restorer = new Restorer(redis, books, calls, restorable, counts);
        journal = new StoredJournal(
                redis,
                new Adopter(queue, redis, books, settings.topics(), new Adoption(redis, books)),
                new AcceptedLosses(restorer, redis, books, settings.restore()),
                books,
                () -> counts.status(unrecorded.size(), unrecorded.forgotten()));
    }

    RevisionedStore redis() {
        return redis;
    }

    Sends sends() {
        return sends;
    }

    Cancels cancels() {
        return cancels;
    }

    Reschedules reschedules() {
        return reschedules;
    }

    DeadLetterRedrives redrives() {
        return redrives;
    }

    DeadLetterDeletions deletions() {
        return deletions;
    }

    Topics topics() {
        return topics;
    }

    Leases leases() {
        return leases;
    }

    Settlements settlements() {
        return settlements;
    }

    JournalRelay relay() {
        return relay;
    }

    LateRelays lateRelays() {
        return lateRelays;
    }

    JournalKeeper keeper() {
        return keeper;
    }

    DelayQueueJournal journal() {
        return journal;
    }

    /** What is left of a claim to deliver. */
    ClaimResult deliverable(ClaimResult claim) {
        return checks ? check.pass(claim) : claim;
    }

    @Override
    public void close() {
        sql.close();
    }
}
