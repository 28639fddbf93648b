package org.delay.redisson.tck;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.WakeUpOperations.WakeUpListener;

/** Records wake-ups. */
final class WakeUps implements WakeUpListener {

    record WakeUp(int shard, String topic, Duration in) {}

    private final List<WakeUp> heard = new CopyOnWriteArrayList<>();
    private final List<String> left = new CopyOnWriteArrayList<>();
    private final AtomicInteger subscribed = new AtomicInteger();

    @Override
    public void wakeUp(int shard, String topic, Duration in) {
        heard.add(new WakeUp(shard, topic, in));
    }

    @Override
    public void subscribed() {
        subscribed.incrementAndGet();
    }

    @Override
    public void left(String instance) {
        left.add(instance);
    }

    List<String> instancesThatLeft() {
        return left;
    }

    int subscriptions() {
        return subscribed.get();
    }

    List<WakeUp> heard() {
        return heard;
    }

    List<WakeUp> heardOf(String topic) {
        return heard.stream().filter(wakeUp -> wakeUp.topic().equals(topic)).toList();
    }
}
