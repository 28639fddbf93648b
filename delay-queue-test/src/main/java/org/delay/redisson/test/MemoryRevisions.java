package org.delay.redisson.test;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.CancelResult;
import org.delay.redisson.Checks;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.jspecify.annotations.Nullable;

/** The queue in memory as a store of changes that have revisions. */
@RequiredArgsConstructor
final class MemoryRevisions implements RevisionedStore {

    /** In ms, as in Redis. */
    private static final long LATE = 5_000;

    private final Intake intake;
    private final MemoryMonitor monitor;
    private final MemoryShards shards;
    private final MemoryStore store;
    private final MemoryDeadLetters deadLetters;

    /** Nothing is kept of an earlier JVM, so one name is enough. */
    private final String replicationId = Text.randomId();

    /** Shards that are cleared are others then, without marks. Guarded by the queue's lock. */
    private final Map<MemoryShard, Long> marks = new WeakHashMap<>();

    @Override
    public PreparedMessage prepare(OutgoingMessage message) {
        Intake.Sent sent = intake.check(List.of(message)).get(0);
        String id = message.id() == null ? Text.randomId() : message.id();
        Moment now = new Moment(monitor.now());
        long due = message.delay() != null ? now.plus(message.delay()) : now.orLater(requireNonNull(message.dueTime()));
        return new PreparedMessage(
                message.topic(),
                id,
                Instant.ofEpochMilli(due),
                message.priority(),
                MemoryContent.of(message, sent.text()).write());
    }

    @Override
    public List<Relayed> relay(List<RevisionedMessage> messages) {
        differing(messages.stream().map(change -> name(change.message())));
        List<MemoryMessage.Content> contents =
                messages.stream().map(MemoryRevisions::content).toList();
        return monitor.changing(now -> Stream.iterate(0, i -> i < contents.size(), i -> i + 1)
                .map(i -> relay(contents.get(i), messages.get(i).message().dueTime(), now))
                .toList());
    }

    private static MemoryMessage.Content content(RevisionedMessage change) {
        PreparedMessage message = change.message();
        MemoryContent content = MemoryContent.read(message.content());
        return new MemoryMessage.Content(
                message.topic(),
                message.id(),
                content.body(),
                content.key(),
                content.headers(),
                message.priority(),
                content.timeToLive(),
                change.revision());
    }

    private Relayed relay(MemoryMessage.Content content, Instant dueTime, Moment now) {
        long due = now.orLater(dueTime);
        MemoryShard holding = shards.holding(content.topic(), content.id());
        MemoryMessage there = holding == null ? null : holding.get(content.topic(), content.id());
        MemoryShard shard = holding == null ? shards.home(content.id()) : holding;
        long live = there == null ? 0 : there.content().revision();
        long dead = dead(name(content)).map(StoredRevision::revision).orElse(0L);
        if (live >= content.revision()) {
            return relayed(Outcome.KEPT, shard, Math.max(live, dead));
        }
        if (dead >= content.revision()) {
            return relayed(Outcome.KEPT_DEAD, shard, dead);
        }
        long firstDue = due - dueTime.toEpochMilli() > LATE ? dueTime.toEpochMilli() : due;
        shard.put(
                there == null ? MemoryMessage.relayed(content, due, firstDue) : there.replaced(content, due, firstDue));
        return new Relayed(
                outcome(there), shard.number(), content.revision(), markOf(shard), Instant.ofEpochMilli(due), null);
    }

    private static Outcome outcome(@Nullable MemoryMessage replaced) {
        if (replaced == null) {
            return Outcome.SCHEDULED;
        }
        return replaced.inFlight() ? Outcome.REPLACED_IN_FLIGHT : Outcome.REPLACED;
    }

    @Override
    public List<Relayed> cancel(List<MessageRevision> messages) {
        differing(messages.stream().map(change -> new MessageName(change.topic(), change.id())));
        return monitor.changing(now -> messages.stream().map(this::cancel).toList());
    }

    private Relayed cancel(MessageRevision change) {
        MemoryShard shard = shards.holding(change.topic(), change.id());
        if (shard == null) {
            return relayed(Outcome.NOT_FOUND, shards.home(change.id()), 0);
        }
        long revision =
                requireNonNull(shard.get(change.topic(), change.id())).content().revision();
        if (revision > change.revision()) {
            return relayed(Outcome.KEPT, shard, revision);
        }
        return store.cancel(change.topic(), change.id()) == CancelResult.IN_FLIGHT
                ? relayed(Outcome.CANCELLED_IN_FLIGHT, shard, 0)
                : relayed(Outcome.CANCELLED, shard, 0);
    }

    private Relayed relayed(Outcome outcome, MemoryShard shard, long revision) {
        return new Relayed(outcome, shard.number(), revision, markOf(shard), null, null);
    }

    @Override
    public List<Relayed> adopt(List<RevisionedMessage> messages) {
        differing(messages.stream().map(change -> name(change.message())));
        return monitor.changing(now -> messages.stream().map(this::adopt).toList());
    }

    private Relayed adopt(RevisionedMessage change) {
        MemoryMessage.Content content = content(change);
        MemoryShard shard = shards.holding(content.topic(), content.id());
        if (shard == null) {
            return relayed(Outcome.NOT_FOUND, shards.home(content.id()), 0);
        }
        MemoryMessage there = requireNonNull(shard.get(content.topic(), content.id()));
        if (there.content().revision() > 0) {
            return relayed(Outcome.KEPT, shard, there.content().revision());
        }
        if (!there.waitsAs(content, change.message().dueTime().toEpochMilli())) {
            return relayed(Outcome.NOT_FOUND, shard, 0);
        }
        shard.put(there.with(content));
        return relayed(Outcome.REPLACED, shard, content.revision());
    }

    @Override
    public RedriveResult redrive(MessageRevision dead, long revision) {
        Checks.range("revision", revision, Checks.given("dead", dead).revision() + 1, MAX_REVISION);
        return monitor.changing(now -> deadLetters.redrive(dead, revision, now));
    }

    @Override
    public List<Optional<StoredRevision>> locate(List<MessageName> messages) {
        return monitor.changing(now ->
                messages.stream().map(name -> live(name).or(() -> dead(name))).toList());
    }

    private Optional<StoredRevision> live(MessageName name) {
        return Optional.ofNullable(shards.holding(name.topic(), name.id()))
                .map(shard -> shard.get(name.topic(), name.id()))
                .map(message -> new StoredRevision(
                        message.leased() ? State.LEASED : State.DUE,
                        message.content().revision()));
    }

    private Optional<StoredRevision> dead(MessageName name) {
        return shards.homes(name.id())
                .flatMap(home -> Stream.ofNullable(home.topic(name.topic()).deadLetter(name.id())))
                .map(letter -> new StoredRevision(
                        State.DEAD, letter.message().content().revision()))
                .findFirst();
    }

    @Override
    public Map<String, Long> leased(Lease lease, Collection<String> ids) {
        return monitor.changing(now -> shards.get(lease.shard()).revisions(lease, ids));
    }

    @Override
    public ShardMark mark(int shard) {
        return monitor.changing(now -> new ShardMark(markOf(shards.get(shard)), replicationId));
    }

    @Override
    public ShardMark raiseMark(int shard, ShardMark known, long mark) {
        Checks.range("mark", mark, 1, MAX_REVISION);
        monitor.change(now -> {
            MemoryShard there = shards.get(shard);
            boolean isAsKnown = markOf(there) >= known.mark() && replicationId.equals(known.replicationId());
            if (isAsKnown && mark > markOf(there)) {
                marks.put(there, mark);
            }
        });
        return mark(shard);
    }

    private long markOf(MemoryShard shard) {
        return marks.getOrDefault(shard, 0L);
    }

    private static MessageName name(PreparedMessage message) {
        return new MessageName(message.topic(), message.id());
    }

    private static MessageName name(MemoryMessage.Content content) {
        return new MessageName(content.topic(), content.id());
    }

    private static void differing(Stream<MessageName> names) {
        Set<MessageName> seen = new HashSet<>();
        names.forEach(name -> {
            if (!seen.add(name)) {
                throw new IllegalArgumentException("messages must differ, but two are " + name);
            }
        });
    }
}
