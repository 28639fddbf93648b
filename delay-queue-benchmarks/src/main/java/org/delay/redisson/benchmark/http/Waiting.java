package org.delay.redisson.benchmark.http;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.delay.redisson.benchmark.http.Peer.Received;

/** Many clients that wait for messages, and again when they have had some; and what they got, and when. For one thread. */
final class Waiting implements AutoCloseable {

    private static final long MOST_MICROS = TimeUnit.HOURS.toMicros(1);
    private static final int TOPICS = 10;
    private static final String PADDING = "-" + "x".repeat(80);

    private final Wires wires = new Wires();
    private final Peer peer;
    private final int most;
    private final List<String> topics = new ArrayList<>();
    private final Map<String, Deque<Wire>> senders = new HashMap<>();
    private final Random random = new Random(1);
    private final Histogram micros = new Histogram(MOST_MICROS, 3);
    private final Set<String> bodies = new HashSet<>();
    private int polling;
    private boolean isOver;
    private int sent;
    private int early;
    private int twice;

    /** @param most messages that each client takes at once */
    Waiting(Peer peer, int clients, int most) throws IOException {
        this.peer = peer;
        this.most = most;
        for (int i = 0; i < TOPICS; i++) {
            String topic = HttpLab.newTopic();
            peer.declare(wires, topic);
            topics.add(topic);
            senders.put(topic, new ArrayDeque<>());
        }
        for (int i = 0; i < clients; i++) {
            String topic = topics.get(i % TOPICS);
            receive(peer.connect(wires, topic), topic, new Received(List.of(), List.of()));
        }
    }

    private void receive(Wire wire, String topic, Received last) {
        polling++;
        Load.call(wire, peer.receive(topic, most, last.handles()), answer -> {
            polling--;
            Received received = peer.received(answer);
            received.bodies().forEach(this::received);
            if (!isOver) {
                receive(wire, topic, received);
            }
        });
    }

    private static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    private void received(String body) {
        if (!bodies.add(body)) {
            twice++;
            return;
        }
        long lateness = now() - Long.parseLong(body.substring(0, body.indexOf('-')));
        early += lateness < 0 ? 1 : 0;
        micros.recordValue(Math.min(Math.max(0, lateness), MOST_MICROS));
    }

    Wires wires() {
        return wires;
    }

    /** Sends messages at a steady rate, with delays of 1 to 3 s, and waits until all have come. */
    void sendSteadily(int perSecond, int number) throws IOException {
        long pause = TimeUnit.SECONDS.toNanos(1) / perSecond;
        long begun = System.nanoTime();
        wires.run(() -> bodies.size() == number, () -> {
            while (sent < number && System.nanoTime() - begun >= sent * pause) {
                send(1 + random.nextInt(3));
            }
            return sent == number ? Long.MAX_VALUE : begun + sent * pause - System.nanoTime();
        });
    }

    private void send(int delaySeconds) throws IOException {
        String topic = topics.get(sent % TOPICS);
        call(topic, peer.send(topic, body(delaySeconds), delaySeconds));
    }

    /** Sends messages as fast as possible, and waits until all have come. */
    void sendAtOnce(int number, int delaySeconds) throws IOException {
        while (sent < number) {
            String topic = topics.get(sent / peer.bulk() % TOPICS);
            List<String> bulk = new ArrayList<>();
            for (int i = 0; i < peer.bulk() && sent < number; i++) {
                bulk.add(body(delaySeconds));
            }
            call(topic, peer.sendAll(topic, bulk, delaySeconds));
            wires.run(Duration.ZERO);
        }
        wires.run(() -> bodies.size() == number, Wires.Pace.NONE);
    }

    /** On a connection that waits for no answer. */
    private void call(String topic, Request request) throws IOException {
        Deque<Wire> free = senders.getOrDefault(topic, new ArrayDeque<>());
        Wire wire = free.isEmpty() ? peer.connect(wires, topic) : free.pop();
        Load.call(wire, request, answer -> free.push(wire));
    }

    private String body(int delaySeconds) {
        return now() + TimeUnit.SECONDS.toMicros(delaySeconds) + "-" + sent++ + PADDING;
    }

    double percentile(double percentile) {
        return micros.getValueAtPercentile(percentile) / 1e3;
    }

    int early() {
        return early;
    }

    int twice() {
        return twice;
    }

    /** When all have been answered: a server does not notice at once that a client which waits is gone, and limits their number. */
    @Override
    public void close() throws IOException {
        isOver = true;
        try (wires) {
            wires.run(() -> polling == 0, Wires.Pace.NONE);
        }
    }
}
