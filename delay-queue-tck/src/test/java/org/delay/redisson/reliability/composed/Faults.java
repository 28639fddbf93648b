package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.reliability.composed.Audit.Circumstances;
import org.delay.redisson.reliability.composed.Audit.Window;
import org.delay.redisson.reliability.composed.Fault.Ending;
import org.delay.redisson.reliability.composed.Fault.Reach;

/** Begins and ends a plan's faults, each in its time, and starts instances again that have ended. */
final class Faults {

    private static final Duration RESTART = Duration.ofMillis(300);

    private final Servers servers;
    private final Plan plan;
    private final List<Window> windows = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> all = new ArrayList<>();

    Faults(Servers servers, Plan plan) {
        this.servers = servers;
        this.plan = plan;
    }

    /** Begins those that are there before anything else, and all others when it is their time. */
    void start() throws Exception {
        for (Fault fault : plan.faults) {
            if (fault.at().isZero()) {
                long from = Journal.micros();
                Ending ending = fault.way().begin(servers);
                submit(() -> end(fault, ending, from));
            } else {
                submit(() -> run(fault));
            }
        }
    }

    /** Part of a fault's way. */
    private interface Part {
        void run() throws Exception;
    }

    private void submit(Part part) {
        all.add(threads.submit(() -> {
            part.run();
            return null;
        }));
    }

    /** Returns when the time is over and all faults have ended. */
    void runFor(Duration lasts) throws Exception {
        try {
            long end = System.nanoTime() + lasts.toNanos();
            while (System.nanoTime() < end || all.stream().anyMatch(one -> !one.isDone())) {
                LockSupport.parkNanos(RESTART.toNanos());
                for (Member member : servers.members()) {
                    member.keepUp();
                }
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void run(Fault fault) throws Exception {
        pass(fault.at());
        long from = Journal.micros();
        end(fault, fault.way().begin(servers), from);
    }

    private void end(Fault fault, Ending ending, long from) throws Exception {
        try {
            pass(fault.lasts());
        } finally {
            ending.end();
            synchronized (windows) {
                windows.add(new Window(fault.reach(), from, Journal.micros(), plan.settings.lease()));
            }
        }
    }

    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /**
     * What the run was like.
     *
     * @param ends how often instances have ended
     */
    Circumstances circumstances(int ends, Machine machine) {
        synchronized (windows) {
            int hangs = (int) windows.stream()
                    .filter(window -> window.reach() == Reach.ALL)
                    .count();
            int rests = machine.rests();
            return new Circumstances(
                    List.copyOf(windows), ends, ends + (hangs + rests) * plan.instances, machine.slack(), rests > 0);
        }
    }
}
