package org.delay.redisson.redis;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.InstanceOperations.Membership;

/** The instances that dispatch a service's messages, by their heartbeats. */
final class Instances {

    private final ScriptRunner scripts;
    private final ServiceStorage storage;

    Instances(ScriptRunner scripts, ServiceStorage storage) {
        this.scripts = scripts;
        this.storage = storage;
    }

    Membership heartbeat(String id, String application, Duration life, long known) {
        List<Object> answer = run(
                Script.HEARTBEAT,
                id,
                Milliseconds.roundedUp(life),
                storage.formats().message(),
                application,
                known);
        long micros = (Long) answer.get(0);
        List<?> gone = (List<?>) answer.get(6);
        return new Membership(
                micros,
                Math.toIntExact((Long) answer.get(1)),
                Duration.ofMillis((Long) answer.get(2)),
                answer.get(3).equals(1L),
                InstanceTexts.read(micros / 1000, (List<?>) answer.get(4), (List<?>) answer.get(5)),
                Set.copyOf(gone.stream().map(String.class::cast).toList()));
    }

    void leave(String id) {
        run(Script.LEAVE, id, WakeUpNames.onServer(storage.wakeUps().common()));
    }

    List<Instance> alive() {
        List<Object> answer = run(Script.INSTANCES);
        return InstanceTexts.read((Long) answer.get(0) / 1000, (List<?>) answer.get(1), (List<?>) answer.get(2));
    }

    private List<Object> run(Script script, Object... args) {
        return ScriptRunner.await(scripts.run(script, storage.keys().ofInstances(script), args), "", List.of());
    }
}
