package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.ChildJvm;
import org.delay.redisson.tck.server.RedisServer;

/** An application that does not wait for its sends goes on sending to a server that has stopped. */
final class ManySendsWhileRedisHangs implements Scenario {

    private static final String SERVICE = "many-sends";

    private static final String HEAP = "-Xmx256m";

    /** What sends promise, and what telling tens of thousands of callers at once may add. */
    private static final Duration LONGEST_SEND = Duration.ofSeconds(32);

    private static final Duration LONGEST_CALL = Duration.ofMillis(500);

    @Override
    public int number() {
        return 25;
    }

    @Override
    public String title() {
        return "Many sends while Redis hangs";
    }

    @Override
    public String injected(Scale scale) {
        return "SIGSTOP; then %,d asynchronous sends by an application with a heap of 256 MB and four processors"
                .formatted(sends(scale));
    }

    @Override
    public String invariant() {
        return "each send ends in 30 s; what was refused is not stored; callers are not blocked; memory bounded";
    }

    @Override
    public String inBuild() {
        return "AsynchronousSendsTest";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(2);
    }

    private static int sends(Scale scale) {
        return scale.of(50_000, 100_000);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int number = sends(lab.scale());
        List<String> options = List.of(HEAP, "-XX:ActiveProcessorCount=4", "-XX:+ExitOnOutOfMemoryError");
        try (RedisServer redis = RedisServer.start();
                Application observer = Application.patient(redis.uri(), SERVICE);
                ChildJvm application =
                        ChildJvm.start(ManySendsMain.class, options, redis.uri(), SERVICE, Integer.toString(number))) {
            application.await("ready");
            redis.pause();
            application.say("go");
            application.await("sent");
            long refused = Long.parseLong(application.await("refused"));
            long call = Long.parseLong(application.await("call"));
            long send = Long.parseLong(application.await("send"));
            application.awaitEnd();
            redis.resume();
            long stored = observer.queue().counts(SERVICE).due();
            return Outcome.counted(1, number)
                    .must(stored <= number - refused, "%d were stored, though %d were refused", stored, refused)
                    .should(send <= LONGEST_SEND.toMillis(), "a send ended after %d ms", send)
                    .should(call <= LONGEST_CALL.toMillis(), "a caller was blocked for %d ms", call)
                    .note(
                            "%,d refused; the last send ended after %,d ms; a caller was held for %,d ms at most",
                            refused, send, call);
        }
    }
}
