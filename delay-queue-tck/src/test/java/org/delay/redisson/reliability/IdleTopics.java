package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DurationText;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.Handler;
import org.delay.redisson.system.RedisCommand;
import org.delay.redisson.tck.server.RedisServer;

/** Nothing is due, and many look. */
final class IdleTopics implements Scenario {

    private static final String SERVICE = "idle";

    private static final int TOPICS = 1_000;

    private static final Duration TIME = Duration.ofSeconds(5);

    /** On a busy machine some worker may wait for Redis again and again, and an instance be late with its heartbeats. */
    private static final int MOST_SECONDS = 60;

    private static final int BOUND_OF_ONE = 5;

    /** Of ten applications. */
    private static final int BOUND_IN_ALL = 50;

    private static final Pattern PROCESSED = Pattern.compile("total_commands_processed:(\\d+)");

    @Override
    public int number() {
        return 18;
    }

    @Override
    public String title() {
        return "Idle topics";
    }

    @Override
    public String injected(Scale scale) {
        return "%,d topics with a far message each, %d applications that dispatch them"
                .formatted(TOPICS, applications(scale));
    }

    @Override
    public String invariant() {
        return "≤ 5 Redis commands/s of each application; constant threads";
    }

    @Override
    public Duration takes() {
        return Duration.ofSeconds(60);
    }

    private static int applications(Scale scale) {
        return scale.of(10, 50);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int number = applications(lab.scale());
        List<Application> applications = new ArrayList<>();
        try (RedisServer redis = RedisServer.start()) {
            for (int i = 0; i < number; i++) {
                applications.add(Application.patient(redis.uri(), SERVICE)
                        .dispatching(DispatchSettings.DEFAULTS, new Handler(message -> {})));
            }
            List<OutgoingMessage> messages = new ArrayList<>();
            for (int i = 0; i < TOPICS; i++) {
                messages.add(OutgoingMessage.to("topic-" + i)
                        .body("body")
                        .delay(Duration.ofDays(1))
                        .build());
            }
            applications.get(0).queue().schedule(messages);
            awaitLastOrder(applications.get(0).queue(), number, Duration.ofSeconds(MOST_SECONDS));
            long before = processed(redis);
            Pause.of(TIME);
            double perSecond = (processed(redis) - before) / (double) TIME.toSeconds();
            int bound = BOUND_OF_ONE * number;
            long workers = (long) number * DispatchSettings.DEFAULTS.workers();
            long threads = threadsWithoutStandIns(workers);
            return Outcome.counted(1, TOPICS)
                    .should(perSecond <= bound, "%.0f commands a second", perSecond)
                    .must(threads == workers, "%d threads instead of %d", threads, workers)
                    .note(
                            "%.1f commands a second of %d applications%s; %d threads in all",
                            perSecond,
                            number,
                            perSecond > BOUND_IN_ALL ? ", against " + BOUND_IN_ALL + " in all" : "",
                            threads);
        } finally {
            applications.forEach(Application::close);
        }
    }

    /** Until the order of the instances changes no more: when the last one is mature, and all have heard of it. */
    static void awaitLastOrder(DelayQueueMessage queue, int number, Duration most) {
        long began = System.nanoTime();
        while (mature(queue) < number) {
            if (System.nanoTime() - began > most.toNanos()) {
                throw new IllegalStateException(
                        mature(queue) + " of " + number + " instances are mature after " + DurationText.of(most));
            }
            Pause.of(Duration.ofMillis(100));
        }
        Pause.of(TIME);
    }

    private static long mature(DelayQueueMessage queue) {
        return queue.instances().stream().filter(Instance::isMature).count();
    }

    /** A worker that stood in for one that waited for Redis leaves again; on a busy machine the next one may come soon. */
    private static long threadsWithoutStandIns(long workers) {
        long threads = ownThreads();
        for (int i = 0; i < MOST_SECONDS && threads != workers; i++) {
            Pause.of(Duration.ofSeconds(1));
            threads = ownThreads();
        }
        return threads;
    }

    /** The engines' workers of all applications. */
    private static long ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("system-" + SERVICE + "-worker"))
                .count();
    }

    private static long processed(RedisServer redis) {
        Matcher matcher = PROCESSED.matcher(RedisCommand.run(redis, "INFO stats"));
        if (!matcher.find()) {
            throw new IllegalStateException("Redis does not tell how many commands it has processed");
        }
        return Long.parseLong(matcher.group(1));
    }
}
