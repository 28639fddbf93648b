package org.delay.redisson.reliability.composed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.delay.redisson.reliability.composed.Dispatcher.Place;
import org.delay.redisson.system.ChildJvm;
import org.delay.redisson.system.WrongClock;

/** An instance that may end, and is started again then. Safe for use by many threads. */
final class Member implements AutoCloseable {

    private final Composition composition;
    private final Plan plan;
    private final Path directory;
    private final Place place;
    private final int number;
    private final AtomicBoolean calm = new AtomicBoolean();
    private int starts;
    private int ends;
    private Dispatcher dispatcher;
    private ChildJvm child;
    private String pid = "";

    /** @param place of those in this JVM */
    Member(Composition composition, Plan plan, Path directory, Place place, int number) {
        this.composition = composition;
        this.plan = plan;
        this.directory = directory;
        this.place = place;
        this.number = number;
    }

    /** Starts it if it does not run. */
    synchronized void keepUp() throws IOException, InterruptedException {
        if (isUp()) {
            return;
        }
        starts++;
        if (plan.isInOwnJvm()) {
            child = ChildJvm.startLoggingTo(
                    directory.resolve("instance-" + number + ".log"),
                    DispatcherMain.class,
                    options(),
                    Long.toString(composition.seed()),
                    composition.keep(),
                    place.redis(),
                    place.kafka(),
                    directory.toString(),
                    "instance-" + number + "-" + starts,
                    Boolean.toString(calm.get()),
                    Integer.toString(plan.run()));
            String said = child.await("");
            if (said.startsWith(DispatcherMain.REFUSED)) {
                throw new IllegalArgumentException(said);
            }
            pid = said.substring(DispatcherMain.READY.length());
        } else {
            dispatcher = Dispatcher.start(plan, place);
        }
    }

    private List<String> options() {
        List<String> options = new ArrayList<>(ChildJvm.QUICK);
        options.addAll(plan.jvmOptions);
        // One of several, where there are several: the others know better.
        if (!plan.clock.isZero() && number == 0) {
            options.add(WrongClock.option(directory, plan.clock));
        }
        return options;
    }

    private boolean isUp() {
        return child != null ? child.isAlive() : dispatcher != null && !dispatcher.isClosed();
    }

    /** How often it has ended before its time, by itself or because somebody wanted it. */
    synchronized int ends() {
        return Math.max(ends, starts - 1);
    }

    /** From now on handlers do as they should, in those that are started later too. */
    synchronized void calm() throws IOException {
        calm.set(true);
        if (child != null && child.isAlive()) {
            try {
                child.say("calm");
            } catch (IOException ended) {
                // The next one is told at its start.
            }
        }
    }

    /** SIGKILL where it has a JVM of its own, else an orderly end. */
    synchronized void end() throws InterruptedException {
        ends++;
        if (child != null) {
            child.kill();
        } else if (dispatcher != null) {
            dispatcher.close();
        }
    }

    /** SIGSTOP or SIGCONT, where it has a JVM of its own. */
    void signal(String name) throws IOException, InterruptedException {
        if (!pid.isEmpty()) {
            new ProcessBuilder("kill", "-" + name, pid).start().waitFor();
        }
    }

    @Override
    public synchronized void close() throws InterruptedException {
        if (child != null) {
            child.kill();
        }
        if (dispatcher != null && !dispatcher.isClosed()) {
            dispatcher.close();
        }
    }
}
