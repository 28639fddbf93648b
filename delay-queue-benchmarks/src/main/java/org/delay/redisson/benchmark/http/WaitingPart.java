package org.delay.redisson.benchmark.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.delay.redisson.benchmark.http.Peer.RedisUse;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.workload.Notebook;

/** Measures what many clients that wait cost, and how late messages are that come to them. */
final class WaitingPart implements HttpPart {

    private static final String NAME = "waiting";
    private static final String IDLE = "idle";
    private static final String ALL_AT_ONCE = "all due at once";

    static final Figure MEMORY = new Figure(NAME, IDLE, "memory in MB", Unit.COUNT);
    static final Figure THREADS = new Figure(NAME, IDLE, "threads", Unit.COUNT);
    static final Figure CALLS = new Figure(NAME, IDLE, "Redis commands/s", Unit.COUNT);
    static final Figure PROCESSOR = new Figure(NAME, IDLE, "of a core", Unit.PERCENT);
    static final Figure P50 = new Figure(NAME, "steady", "p50", Unit.MILLISECONDS);
    static final Figure P99 = new Figure(NAME, "steady", "p99", Unit.MILLISECONDS);
    static final Figure EARLY = new Figure(NAME, "steady", "early", Unit.COUNT);

    /** Until all wait and what was started for them is done. */
    private static final Duration SETTLING = Duration.ofSeconds(3);

    private static final int MEBI = 1 << 10;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Waiting clients";
    }

    @Override
    public String description() {
        return "Clients that wait for messages of ten topics, 5,000 of them (1,000 in a quick run). Idle: nothing is sent. Memory is the"
                + " resident memory of the server's process, without Redis, threads are those of the process, and the processor's share"
                + " includes Redis. Steady: 500 messages a second with delays of 1 to 3 s; lateness is the time from when a message is due to when"
                + " a client has it. All at once: ten messages for each client, sent as fast as possible with a delay of 3 s; each client"
                + " takes up to ten.";
    }

    @Override
    public String bound() {
        return "The two cores, which the clients share.";
    }

    @Override
    public void run(Peer peer, HttpOptions options, Notebook notebook) throws Exception {
        try (Waiting waiting = new Waiting(peer, options.waiting(), 1)) {
            waiting.wires().run(SETTLING);
            idle(peer, waiting, options.time(), notebook);
            waiting.sendSteadily(options.perSecond(), (int)
                    (options.perSecond() * options.time().toSeconds()));
            write("steady", waiting, notebook);
        }
        try (Waiting waiting = new Waiting(peer, options.waiting(), 10)) {
            waiting.wires().run(SETTLING);
            waiting.sendAtOnce(options.burst(), 3);
            write(ALL_AT_ONCE, waiting, notebook);
            notebook.write(ALL_AT_ONCE, "threads", Unit.COUNT, status(peer, "Threads"));
            notebook.write(ALL_AT_ONCE, "memory in MB", Unit.COUNT, status(peer, "VmRSS") / MEBI);
        }
    }

    private static void write(String setting, Waiting waiting, Notebook notebook) {
        notebook.write(setting, P50.metric(), Unit.MILLISECONDS, waiting.percentile(50));
        notebook.write(setting, P99.metric(), Unit.MILLISECONDS, waiting.percentile(99));
        notebook.write(setting, EARLY.metric(), Unit.COUNT, waiting.early());
        notebook.write(setting, "twice", Unit.COUNT, waiting.twice());
    }

    private static void idle(Peer peer, Waiting waiting, Duration time, Notebook notebook) throws IOException {
        RedisUse redis = peer.redisUse();
        double processor = processor(peer);
        long begun = System.nanoTime();
        waiting.wires().run(time);
        double seconds = (System.nanoTime() - begun) / 1e9;
        RedisUse used = peer.redisUse();
        double processorUsed = processor(peer) - processor + used.cpuSeconds() - redis.cpuSeconds();
        notebook.write(IDLE, MEMORY.metric(), MEMORY.unit(), status(peer, "VmRSS") / MEBI);
        notebook.write(IDLE, THREADS.metric(), THREADS.unit(), status(peer, "Threads"));
        // The measurement itself is a call.
        notebook.write(IDLE, CALLS.metric(), CALLS.unit(), Math.max(0, used.calls() - redis.calls() - 1) / seconds);
        notebook.write(IDLE, PROCESSOR.metric(), PROCESSOR.unit(), processorUsed * 100 / seconds);
    }

    private static double processor(Peer peer) {
        return peer.process().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
    }

    /** As Linux tells it. */
    private static double status(Peer peer, String field) throws IOException {
        String line = Files.readAllLines(
                        Path.of("/proc", Long.toString(peer.process().pid()), "status"))
                .stream()
                .filter(one -> one.startsWith(field + ":"))
                .findFirst()
                .orElseThrow();
        return Double.parseDouble(line.split("\\s+", -1)[1]);
    }
}
