package org.delay.redisson.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.InstanceOperations.Membership;

/** The instances that dispatch a service's messages, by their heartbeats. */
final class Instances {

    /** First heartbeat in ms, shortest life in ms, format, application. A dot alone would end at some characters of a name. */
    private static final Pattern DETAILS = Pattern.compile("(\\d{1,15}) (\\d{1,15}) (\\d{1,3}) (.*)", Pattern.DOTALL);

    /** How many times its shortest life an instance may live without a heartbeat; as in {@code lib/instances.lua}. */
    private static final int MOST_STRETCH = 100;

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
                read(micros / 1000, (List<?>) answer.get(4), (List<?>) answer.get(5)),
                Set.copyOf(gone.stream().map(String.class::cast).toList()));
    }

    void leave(String id) {
        run(Script.LEAVE, id, WakeUpNames.onServer(storage.wakeUps().common()));
    }

    List<Instance> alive() {
        List<Object> answer = run(Script.INSTANCES);
        return read((Long) answer.get(0) / 1000, (List<?>) answer.get(1), (List<?>) answer.get(2));
    }

    private List<Object> run(Script script, Object... args) {
        return ScriptRunner.await(scripts.run(script, storage.keys().ofInstances(script), args), "", List.of());
    }

    /** Without those that are dead, and those that were alive before the clock was set back. */
    private static List<Instance> read(long now, List<?> ends, List<?> details) {
        Map<Object, String> texts = new HashMap<>();
        for (int i = 0; i < details.size(); i += 2) {
            texts.put(details.get(i), (String) details.get(i + 1));
        }
        List<Instance> instances = new ArrayList<>(ends.size() / 2);
        for (int i = 0; i < ends.size(); i += 2) {
            String id = (String) ends.get(i);
            long left = (long) Double.parseDouble((String) ends.get(i + 1)) - now;
            Matcher text = DETAILS.matcher(texts.getOrDefault(id, ""));
            if (left > 0 && text.matches() && left <= MOST_STRETCH * Long.parseLong(text.group(2))) {
                Duration age = Duration.ofMillis(Math.max(0, now - Long.parseLong(text.group(1))));
                int format = Integer.parseInt(text.group(3));
                instances.add(new Instance(id, text.group(4), format, age, Duration.ofMillis(left)));
            }
        }
        return List.copyOf(instances);
    }
}
