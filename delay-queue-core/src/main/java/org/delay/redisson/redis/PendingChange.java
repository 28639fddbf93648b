package org.delay.redisson.redis;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.MessageRevision;
import org.delay.redisson.RevisionedStore.Relayed;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.RevisionedStore.RevisionedMessage;
import org.jspecify.annotations.Nullable;

/**
 * A change with a revision that is made by a script: in which shards its message may be, and what became of it. For one thread.
 */
final class PendingChange {

    private static final int RELOADS = 5;

    /** What scripts answer if the change must be made in another shard, if there is one. */
    private static final Set<String> ELSEWHERE = Set.of("ABSENT", "NOT_FOUND");

    private final Script script;
    private final MessageName name;
    private final long revision;
    private final List<Object> args;
    private final int length;
    private List<Integer> homes = List.of();
    private int home;
    private int reloads;
    private @Nullable Relayed result;

    private PendingChange(Script script, MessageName name, long revision, List<Object> args, int length) {
        this.script = script;
        this.name = name;
        this.revision = revision;
        this.args = args;
        this.length = length;
    }

    static List<PendingChange> relays(List<RevisionedMessage> messages) {
        return differing(messages.stream().map(PendingChange::relay).toList());
    }

    static List<PendingChange> adoptions(List<RevisionedMessage> messages) {
        return differing(messages.stream().map(PendingChange::adoption).toList());
    }

    static List<PendingChange> cancels(List<MessageRevision> messages) {
        return differing(messages.stream().map(PendingChange::cancel).toList());
    }

    private static PendingChange relay(RevisionedMessage change) {
        var message = change.message();
        String stored = StoredBody.withRevision(message.content(), change.revision());
        return new PendingChange(
                Script.SCHEDULE,
                new MessageName(message.topic(), message.id()),
                change.revision(),
                List.of(message.id(), Milliseconds.roundedUp(message.dueTime()), message.priority(), "NEWER", stored),
                stored.length());
    }

    private static PendingChange adoption(RevisionedMessage change) {
        var message = change.message();
        String stored = StoredBody.withRevision(message.content(), change.revision());
        return new PendingChange(
                Script.ADOPT_REVISIONS,
                new MessageName(message.topic(), message.id()),
                change.revision(),
                List.of(message.id(), Milliseconds.roundedUp(message.dueTime()), message.priority(), stored),
                stored.length());
    }

    private static PendingChange cancel(MessageRevision change) {
        return new PendingChange(
                Script.CANCEL_REVISIONS,
                new MessageName(change.topic(), change.id()),
                change.revision(),
                List.of(change.id(), change.revision()),
                change.id().length());
    }

    private static List<PendingChange> differing(List<PendingChange> changes) {
        Set<MessageName> names = new HashSet<>();
        for (PendingChange change : changes) {
            if (!names.add(change.name)) {
                throw new IllegalArgumentException("messages must differ, but two are " + change.name);
            }
        }
        return changes;
    }

    Script script() {
        return script;
    }

    String topic() {
        return name.topic();
    }

    String id() {
        return name.id();
    }

    /** What the script takes for this message. */
    List<Object> args() {
        return args;
    }

    /** Characters of its largest argument. */
    int length() {
        return length;
    }

    /** Starts at the first shard that may have the message. */
    void beginAt(ShardMap map) {
        homes = map.homes(name.id());
        home = 0;
    }

    int shard() {
        return homes.get(home);
    }

    /** Whether other shards may have the message, so that this one must not create it. */
    boolean isOnlyIfPresent() {
        return home < homes.size() - 1;
    }

    /** Returns whether the change may start again with a newer shard map. */
    boolean mayReload() {
        return reloads++ < RELOADS;
    }

    /**
     * Takes the answer of its shard.
     *
     * @param value the revision that stays, where nothing was stored; else when the message is due, in milliseconds
     */
    void answered(String outcome, long value, long mark) {
        if (ELSEWHERE.contains(outcome) && isOnlyIfPresent()) {
            home++;
            return;
        }
        Outcome known = Outcome.valueOf(outcome);
        boolean isStored = script == Script.SCHEDULE
                && (known == Outcome.SCHEDULED || known == Outcome.REPLACED || known == Outcome.REPLACED_IN_FLIGHT);
        result = isStored
                ? new Relayed(known, shard(), revision, mark, Instant.ofEpochMilli(value), null)
                : new Relayed(known, shard(), value, mark, null, null);
    }

    void failed(DelayQueueException failure) {
        result = new Relayed(Outcome.FAILED, homes.isEmpty() ? -1 : shard(), 0, 0, null, failure);
    }

    /** Null until it has ended. */
    @Nullable
    Relayed result() {
        return result;
    }
}
