package org.delay.redisson.redis;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RevisionedStore;

/** The queue in Redis as a store of changes that have revisions. */
@RequiredArgsConstructor
final class RedisRevisions implements RevisionedStore {

    private final MessagePreparer preparer;
    private final RevisionedCalls calls;
    private final RevisionQueries queries;
    private final ShardMarks marks;
    private final MessageCommands messages;
    private final ClaimCommands claims;

    @Override
    public PreparedMessage prepare(OutgoingMessage message) {
        return preparer.prepare(Checks.given("message", message));
    }

    @Override
    public List<Relayed> relay(List<RevisionedMessage> messages) {
        return calls.run(PendingChange.relays(messages));
    }

    @Override
    public List<Relayed> cancel(List<MessageRevision> messages) {
        return calls.run(PendingChange.cancels(messages));
    }

    @Override
    public List<Relayed> adopt(List<RevisionedMessage> messages) {
        return calls.run(PendingChange.adoptions(messages));
    }

    @Override
    public RedriveResult redrive(MessageRevision dead, long revision) {
        Checks.range("revision", revision, Checks.given("dead", dead).revision() + 1, MAX_REVISION);
        return messages.redrive(dead, revision);
    }

    @Override
    public List<Optional<StoredRevision>> locate(List<MessageName> messages) {
        return queries.locate(messages);
    }

    @Override
    public Map<String, Long> leased(Lease lease, Collection<String> ids) {
        return claims.leased(lease, ids);
    }

    @Override
    public ShardMark mark(int shard) {
        return marks.read(shard);
    }

    @Override
    public ShardMark raiseMark(int shard, ShardMark known, long mark) {
        Checks.range("mark", mark, 1, MAX_REVISION);
        return marks.raise(shard, Checks.given("known", known), mark);
    }
}
