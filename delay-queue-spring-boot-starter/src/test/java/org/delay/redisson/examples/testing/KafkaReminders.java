package org.delay.redisson.examples.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.kafka.annotation.KafkaListener;

class KafkaReminders {

    private final List<String> sent = new CopyOnWriteArrayList<>();

    @KafkaListener(topics = "kafka-reminder", groupId = "shop")
    void remind(String id) {
        sent.add(id);
    }

    List<String> sent() {
        return sent;
    }
}
