package org.delay.redisson.benchmark.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.delay.redisson.benchmark.http.Peer.Received;

/** Clients that each make their next request when they have the answer to the last one. For one thread. */
final class Load {

    private static final String BODY = "x".repeat(100);
    private static final int CONNECTIONS = 16;
    private static final int MOST_RECEIVED = 10;

    private Load() {}

    /** Sends messages one by one, and answers how many a second. */
    static double send(Peer peer, String topic, int number, int connections, int delaySeconds) throws IOException {
        try (Wires wires = new Wires()) {
            peer.declare(wires, topic);
            Request request = peer.send(topic, BODY, delaySeconds);
            return rate(wires, peer, topic, connections, number, 1, left -> request);
        }
    }

    /** Sends messages in bulk, and answers how many a second. */
    static double sendAll(Peer peer, String topic, int number, int delaySeconds) throws IOException {
        try (Wires wires = new Wires()) {
            peer.declare(wires, topic);
            List<String> bodies = new ArrayList<>();
            for (int i = 0; i < peer.bulk(); i++) {
                bodies.add(BODY);
            }
            return rate(
                    wires,
                    peer,
                    topic,
                    CONNECTIONS,
                    number,
                    peer.bulk(),
                    left -> peer.sendAll(topic, bodies, delaySeconds));
        }
    }

    private static double rate(
            Wires wires, Peer peer, String topic, int connections, int number, int step, IntFunction<Request> requests)
            throws IOException {
        List<Wire> all = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            all.add(peer.connect(wires, topic));
        }
        int[] left = {number};
        int[] missing = {number};
        long begun = System.nanoTime();
        for (Wire wire : all) {
            next(wire, left, missing, step, requests);
        }
        wires.run(() -> missing[0] <= 0, Wires.Pace.NONE);
        return number * 1e9 / (System.nanoTime() - begun);
    }

    private static void next(Wire wire, int[] left, int[] missing, int step, IntFunction<Request> requests) {
        if (left[0] > 0) {
            left[0] -= step;
            call(wire, requests.apply(left[0]), answer -> {
                missing[0] -= step;
                next(wire, left, missing, step, requests);
            });
        }
    }

    /** Receives messages that are due, ten at a time, each acked with the next request, and answers how many a second. */
    static double receive(Peer peer, String topic, int number) throws IOException {
        try (Wires wires = new Wires()) {
            List<Wire> all = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                all.add(peer.connect(wires, topic));
            }
            int[] missing = {number};
            long begun = System.nanoTime();
            for (Wire wire : all) {
                receive(peer, wire, topic, new Received(List.of(), List.of()), missing);
            }
            wires.run(() -> missing[0] <= 0, Wires.Pace.NONE);
            return number * 1e9 / (System.nanoTime() - begun);
        }
    }

    private static void receive(Peer peer, Wire wire, String topic, Received last, int[] missing) {
        call(wire, peer.receive(topic, MOST_RECEIVED, last.handles()), answer -> {
            Received received = peer.received(answer);
            missing[0] -= received.bodies().size();
            receive(peer, wire, topic, received, missing);
        });
    }

    /** As {@link Wire#call}, for use in answers. */
    static void call(Wire wire, Request request, Consumer<String> then) {
        try {
            wire.call(request, then);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
