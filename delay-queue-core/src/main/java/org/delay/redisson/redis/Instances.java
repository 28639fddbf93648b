package org.delay.redisson.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DispatchOperations.Instance;

/** The instances that dispatch a service's messages, by their heartbeats. */
final class Instances {

    /** How many values of an answer stand for one instance. */
    private static final int WIDTH = 5;

    private final ScriptRunner scripts;
    private final ServiceStorage storage;

    Instances(ScriptRunner scripts, ServiceStorage storage) {
        this.scripts = scripts;
        this.storage = storage;
    }

    List<Instance> heartbeat(String id, String application, Duration life) {
        return read(run(
                Script.HEARTBEAT,
                id,
                Milliseconds.roundedUp(life),
                storage.formats().message(),
                application));
    }

    void leave(String id) {
        run(Script.LEAVE, id, storage.channel());
    }

    List<Instance> alive() {
        return read(run(Script.INSTANCES));
    }

    private List<Object> run(Script script, Object... args) {
        return ScriptRunner.await(scripts.run(script, storage.keys().ofService(script), args), "", List.of());
    }

    private static List<Instance> read(List<Object> answer) {
        List<Instance> instances = new ArrayList<>(answer.size() / WIDTH);
        for (int i = 0; i < answer.size(); i += WIDTH) {
            instances.add(new Instance(
                    (String) answer.get(i),
                    (String) answer.get(i + 4),
                    Math.toIntExact((Long) answer.get(i + 3)),
                    Duration.ofMillis((Long) answer.get(i + 2)),
                    Duration.ofMillis((Long) answer.get(i + 1))));
        }
        return List.copyOf(instances);
    }
}
