package org.delay.redisson.redis;

import java.util.ArrayList;
import java.util.List;

/**
 * The names of a service's keys. All keys of a shard have the same hash tag, so one script can use them together in a
 * Cluster. The parts, {@code due} for example, are those that scripts declare in their headers.
 */
record Keys(String prefix, String service) {

    /** The keys that a script of a shard declares, in its order. */
    List<Object> of(Script script, int shard, String topic) {
        return of(script, shard, topic, "");
    }

    /** As {@link #of(Script, int, String)}, for a script that also declares the record of a claimer. */
    List<Object> of(Script script, int shard, String topic, String claimer) {
        List<Object> keys = new ArrayList<>(script.keys().size());
        for (String part : script.keys()) {
            keys.add(
                    switch (part) {
                        case "wake", "meta", "paused" -> ofShard(part, shard);
                        case "claim" -> ofShard(part + ":" + claimer, shard);
                        default -> ofTopic(part, shard, topic);
                    });
        }
        return keys;
    }

    /** The keys that a script of the service as a whole declares. They have no shard. */
    List<Object> ofService(Script script) {
        return script.keys().stream().<Object>map(this::ofService).toList();
    }

    /** The keys that a script of the instances declares. They have a hash tag of their own. */
    List<Object> ofInstances(Script script) {
        return script.keys().stream().<Object>map(this::ofInstances).toList();
    }

    /** The key that a script of the tasks declares. */
    List<Object> ofTasks() {
        return List.of(prefix + ":{" + service + ":tasks}:all");
    }

    /** The figures of a minute, which is counted since the epoch. All minutes have one hash tag. */
    String ofFigures(long minute) {
        return prefix + ":{" + service + ":figures}:" + minute;
    }

    String ofInstances(String part) {
        return prefix + ":{" + service + ":instances}:" + part;
    }

    String ofService(String part) {
        return prefix + ":" + service + ":" + part;
    }

    String ofShard(String part, int shard) {
        return prefix + ":{" + service + ":" + shard + "}:" + part;
    }

    String ofTopic(String part, int shard, String topic) {
        return ofShard(part, shard) + ":" + topic;
    }

    /** The channel that all instances hear. */
    String channel() {
        return ofService("wake-up");
    }

    /** The channel for wake-ups of a shard. */
    String channel(int shard) {
        return ofShard("wake-up", shard);
    }
}
