package org.delay.redisson.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.delay.redisson.InstanceOperations.Instance;

/** Reads what Redis knows of instances: when each one's life ends, and a text for each one's details. */
final class InstanceTexts {

    /** First heartbeat in ms, shortest life in ms, format, application. A dot alone would end at some characters of a name. */
    private static final Pattern DETAILS = Pattern.compile("(\\d{1,15}) (\\d{1,15}) (\\d{1,3}) (.*)", Pattern.DOTALL);

    /** How many times its shortest life an instance may live without a heartbeat; as in {@code lib/instances.lua}. */
    private static final int MOST_STRETCH = 100;

    private InstanceTexts() {}

    /** Without those that are dead, and those that were alive before the clock was set back. */
    static List<Instance> read(long now, List<?> ends, List<?> details) {
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
