package org.delay.redisson.engine.schedule;

import java.util.concurrent.atomic.AtomicReference;
import lombok.AccessLevel;
import lombok.RequiredArgsConstructor;
import org.jspecify.annotations.Nullable;

/**
 * A second claim from a shard that has a backlog, beside that of the shard's own turn: Redis executes one while the answer to
 * the other is on its way and is read. For the shard it is like another instance's claim: its answer does not change when the
 * shard is polled next.
 */
@RequiredArgsConstructor(access = AccessLevel.PACKAGE)
public final class SecondClaim {

    private final Shard shard;
    private final AtomicReference<@Nullable String> topic = new AtomicReference<>();

    /** The shard with the backlog. */
    public Shard shard() {
        return shard;
    }

    /** The topic to claim from; null while no second claim waits or is under way. */
    @Nullable
    public String topic() {
        return topic.get();
    }

    /** Begins a claim, unless one waits or is under way; says whether it did. */
    boolean begin(String from) {
        return topic.compareAndSet(null, from);
    }

    /** The claim is over: another one may begin. */
    public void end() {
        topic.set(null);
    }
}
