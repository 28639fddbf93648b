package org.delay.redisson.benchmark.http;

import java.io.IOException;
import java.util.List;

/** A server that keeps messages until they are due, and how to speak to it. Bodies have no quotes and no line breaks. */
interface Peer extends AutoCloseable {

    /** Starts one. */
    interface Opening {

        Peer open(HttpLab lab) throws Exception;
    }

    /** What was received: a handle for each body. */
    record Received(List<String> bodies, List<String> handles) {}

    /** What its Redis has done so far. */
    record RedisUse(double calls, double cpuSeconds) {}

    ProcessHandle process();

    /** Whether it gets faster in its first minute. */
    default boolean isCompiledWhileItRuns() {
        return true;
    }

    /** Makes a topic, where that is needed. */
    default void declare(Wires wires, String topic) throws IOException {}

    /** A connection for one topic. */
    Wire connect(Wires wires, String topic) throws IOException;

    Request send(String topic, String body, int delaySeconds);

    /** The most messages in a request. */
    int bulk();

    Request sendAll(String topic, List<String> bodies, int delaySeconds);

    /** Acks what was received, and waits for up to 20 s for more. */
    Request receive(String topic, int most, List<String> handles);

    Received received(String answer);

    /** Of a server that has none, nothing. */
    default RedisUse redisUse() throws IOException {
        return new RedisUse(0, 0);
    }

    @Override
    void close() throws IOException;
}
