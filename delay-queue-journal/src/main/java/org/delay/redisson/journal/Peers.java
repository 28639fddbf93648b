package org.delay.redisson.journal;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.Checks;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.InstanceOperations.Membership;

/**
 * Says in heartbeats that this application has the journal on, and warns of applications that do not say so. A few characters behind the
 * application's name, so that heartbeats need neither a format of their own nor another call. Thread-safe.
 */
@Slf4j
@RequiredArgsConstructor
final class Peers {

    private static final String MARK = " (journal)";

    /** Names are warned of once each. There are few, unless something is wrong with them. */
    private static final int MOST_WARNINGS = 100;

    private final String service;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    /** The name that other instances see. */
    static String marked(String application) {
        Checks.application(application);
        int room = Checks.MAX_APPLICATION_LENGTH - MARK.length();
        return (application.length() > room ? application.substring(0, room) : application) + MARK;
    }

    /** The answer to a heartbeat, without marks. */
    Membership heard(Membership answer) {
        answer.alive().stream()
                .filter(instance -> !instance.application().endsWith(MARK))
                .forEach(this::warn);
        return new Membership(
                answer.clock(),
                answer.size(),
                answer.life(),
                answer.isWhole(),
                unmarked(answer.alive()),
                answer.gone());
    }

    static List<Instance> unmarked(List<Instance> instances) {
        return instances.stream().map(Peers::unmarked).toList();
    }

    private static Instance unmarked(Instance instance) {
        String name = instance.application();
        return name.endsWith(MARK)
                ? new Instance(
                        instance.id(),
                        name.substring(0, name.length() - MARK.length()),
                        instance.format(),
                        instance.age(),
                        instance.left())
                : instance;
    }

    private void warn(Instance instance) {
        if (warned.size() < MOST_WARNINGS && warned.add(instance.application())) {
            log.warn(
                    "Application '{}' dispatches service '{}' without the journal. What it sends and delivers is not recorded, so"
                            + " the audit or a restore delivers its messages again. Set 'delay.redisson.journal.enabled' to true in it",
                    instance.application(),
                    service);
        }
    }
}
