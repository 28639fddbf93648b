package org.delay.redisson.engine;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.engine.report.Counted;

/**
 * The topics that a registrar remembers, without names that no topic can have. Another program or codec may have written
 * those, and the other topics must not suffer for it. Safe for use by many threads.
 */
@Slf4j
public final class RegisteredTopics {

    private final DelayQueueTopicRegistrar registrar;
    private final AtomicBoolean warned = new AtomicBoolean();

    /** Asks nothing yet. */
    public RegisteredTopics(DelayQueueTopicRegistrar registrar) {
        this.registrar = registrar;
    }

    /**
     * Those that are remembered now, in order. Warns of the others once.
     *
     * @throws RuntimeException as the registrar does
     */
    public Set<String> all() {
        Set<String> topics = new TreeSet<>();
        int strange = 0;
        for (String topic : registrar.pullAll()) {
            if (Checks.isTopic(topic)) {
                topics.add(topic);
            } else {
                strange++;
            }
        }
        if (strange > 0 && warned.compareAndSet(false, true)) {
            log.warn(
                    "Ignoring {} that no topic can have. Check what else writes to the set of topics",
                    Counted.of(strange, "registered name"));
        }
        return topics;
    }
}
