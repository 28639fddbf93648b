package org.delay.redisson.examples.beans;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** How late messages were. */
@Component
class Latenesses {

    private final Map<String, Duration> byId = new ConcurrentHashMap<>();

    void add(String id, Duration lateness) {
        byId.put(id, lateness);
    }

    boolean has(String id) {
        return byId.containsKey(id);
    }
}
