package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.reliability.composed.Entry.What;

/** What one sender does with one message, call after call: before it is due, while it is delivered, or after that. */
final class Story {

    private static final Duration FAR = Duration.ofHours(1);

    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(20);

    private final Load load;
    private final Subject subject;
    private final String topic;
    private final String id;
    private final Random random;
    private int version;

    Story(Load load, Subject subject, String topic, String id, Random random) {
        this.load = load;
        this.subject = subject;
        this.topic = topic;
        this.id = id;
        this.random = random;
    }

    void tell() {
        long delay = random.nextInt(4) == 0 ? 0 : random.nextInt(1_500);
        String answer = send(Duration.ofMillis(delay), OnDuplicate.REPLACE);
        if (answer.equals(Load.UNKNOWN)) {
            repair();
            return;
        }
        switch (random.nextInt(12)) {
            case 0 -> cancel();
            case 1 -> {
                pause(delay);
                cancel();
            }
            case 2 -> {
                pause(delay + random.nextInt(3_000));
                cancel();
            }
            case 3 -> reschedule(Duration.ofMillis(random.nextInt(2_000)));
            case 4 -> {
                pause(delay + random.nextInt(4_000));
                reschedule(FAR);
            }
            case 5 -> send(Duration.ofMillis(random.nextInt(2_000)), OnDuplicate.REPLACE);
            case 6 -> {
                pause(delay + random.nextInt(4_000));
                send(FAR, OnDuplicate.REPLACE);
            }
            case 7 -> {
                pause(random.nextInt(1_000));
                send(Duration.ZERO, random.nextBoolean() ? OnDuplicate.KEEP : OnDuplicate.REJECT);
            }
            case 8 -> {
                pause(delay + random.nextInt(4_000));
                if (redrive()) {
                    cancel();
                }
            }
            default -> {
                // Only sent.
            }
        }
    }

    /** After a send whose outcome nobody knows. */
    private void repair() {
        if (random.nextInt(4) == 0) {
            return;
        }
        send(random.nextBoolean() ? FAR : Duration.ofMillis(random.nextInt(1_000)), OnDuplicate.REPLACE);
        if (random.nextBoolean()) {
            cancel();
        }
    }

    private String send(Duration delay, OnDuplicate onDuplicate) {
        version++;
        OutgoingMessage.Builder message = Load.message(
                topic, id, version, subject.conductOf(random.nextInt(subject.nth())), subject.content(), random);
        return load.send(List.of(message.delay(delay).onDuplicate(onDuplicate).build()), version);
    }

    private void cancel() {
        ask(What.CANCEL, 0, () -> load.queue().cancel(topic, id).name());
    }

    private void reschedule(Duration delay) {
        ask(
                What.RESCHEDULE,
                Journal.micros() / 1_000 + delay.toMillis(),
                () -> load.queue().reschedule(topic, id, delay).name());
    }

    private boolean redrive() {
        return ask(What.REDRIVE, 0, () -> load.queue().redrive(topic, id).name())
                .equals("SCHEDULED");
    }

    private String ask(What what, long due, Supplier<String> call) {
        long began = Journal.micros();
        String answer;
        try {
            answer = call.get();
        } catch (RuntimeException e) {
            answer = Load.answer(e);
        }
        load.journal().write(new Entry(what, began, Journal.micros(), topic, id, version, 0, due, answer));
        return answer;
    }

    /** So long, unless the load ends. */
    private void pause(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end && !load.hasEnded()) {
            LockSupport.parkNanos(STEP);
        }
    }
}
