package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.delay.redisson.system.ChildJvm;
import org.delay.redisson.system.WrongClock;

/**
 * A scenario's hand on an application in a JVM of its own, which runs on the terms of the scenario. For one thread.
 *
 * <p>A handler does what a message's body says, which is a {@link Deed}; topics that begin with {@code kafka} go to Kafka, and
 * those that begin with {@code unserved} nowhere.
 */
final class Steered implements AutoCloseable {

    /** Of all of them. */
    static final String SERVICE = "service";

    private static final Duration POLL = Duration.ofMillis(20);

    private final ChildJvm jvm;

    private Steered(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /**
     * An application that is to be started.
     *
     * @param name of its ledger
     * @param redis one address, or those of a Cluster or of {@linkplain Builder#withSentinels Sentinels}
     */
    static Builder of(Lab lab, Terms terms, String name, String redis) {
        return new Builder(lab, terms)
                .option("ledger", lab.directory())
                .option("name", name)
                .option("service", SERVICE)
                .option("redis", redis);
    }

    /** Deliveries of topics that begin so, those that went wrong too. */
    int delivered(String topics) {
        return Integer.parseInt(ask("delivered", topics));
    }

    /** Waits for so many deliveries from now on, and answers how long that took. */
    Duration awaitDelivered(String topics, int number) {
        return awaitDelivered(topics, number, Traffic.PATIENCE);
    }

    Duration awaitDelivered(String topics, int number, Duration patience) {
        int goal = delivered(topics) + number;
        return timeUntil("for " + number + " deliveries of " + topics, patience, () -> delivered(topics) >= goal);
    }

    /** Waits for so many sends to be accepted from now on, and answers how long that took. */
    Duration awaitAccepted(int number, Duration patience) {
        int goal = sends().accepted() + number;
        return timeUntil("for " + number + " accepted sends", patience, () -> sends().accepted() >= goal);
    }

    private static Duration timeUntil(String what, Duration patience, Callable<Boolean> condition) {
        long began = System.nanoTime();
        await(what).pollInterval(POLL).atMost(patience).until(condition);
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /**
     * How its sends went.
     *
     * @param surprise {@code none}, or what one of them threw that is not documented
     */
    record Sends(int accepted, int failed, String surprise) {

        boolean asDocumented() {
            return surprise.equals("none");
        }
    }

    Sends sends() {
        String[] parts = ask("sends").split(" ", 3);
        return new Sends(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), parts[2]);
    }

    /**
     * Warnings and errors of the library since it was started.
     *
     * @param lines how many of each text
     */
    record Warnings(int total, String lines) {}

    Warnings warnings() {
        String[] parts = ask("warnings").split(" ", 2);
        return new Warnings(Integer.parseInt(parts[0]), parts[1]);
    }

    /** From now on the application's clock is wrong by so much; it was started with a clock that can be wrong. */
    void jump(Duration by) throws IOException {
        jvm.say("jump " + by);
    }

    /** Returns when no send is under way. */
    void stopSending() throws InterruptedException, IOException {
        jvm.say("stop");
        jvm.await("stopped");
    }

    /** Its JVM stands still until it is resumed. */
    void pause() throws IOException, InterruptedException {
        jvm.signal("STOP");
    }

    void resume() throws IOException, InterruptedException {
        jvm.signal("CONT");
    }

    boolean isAlive() {
        return jvm.isAlive();
    }

    private String ask(String... question) {
        try {
            jvm.say(String.join(" ", question));
            return jvm.await(question[0] + " ");
        } catch (IOException e) {
            throw new IllegalStateException("The application has ended", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        jvm.close();
    }

    /** Options of an application. For one thread. */
    static final class Builder {

        private final Lab lab;
        private final Terms terms;
        private final List<String> jvm;
        private final Map<String, Object> options = new LinkedHashMap<>();

        private Builder(Lab lab, Terms terms) {
            this.lab = lab;
            this.terms = terms;
            this.jvm = new ArrayList<>(terms.jvm());
        }

        Builder option(String name, Object value) {
            options.put(name, value);
            return this;
        }

        /** It sends to a topic, on threads and with ids as the terms say. */
        Builder sending(String topic, int perSecond) {
            return option("send", topic)
                    .option("pace", perSecond)
                    .option("callers", terms.callers())
                    .option("given", terms.idsGiven());
        }

        /** It dispatches with the least or the largest settings, as the terms say. */
        Builder withExtremeSettings() {
            return option("settings", terms.settings());
        }

        /** It asks Sentinels for the master, whose addresses are the option {@code redis}, and sends wait for a replica. */
        Builder withSentinels(Duration wait) {
            return option("sentinels", wait);
        }

        /** Its clock is wrong, and {@linkplain #jump can be made} more wrong. */
        Builder withClock(Duration by) {
            jvm.add(WrongClock.option(lab.directory(), by));
            return this;
        }

        /** Returns when it dispatches. */
        Steered start() throws IOException, InterruptedException {
            Steered started = begin();
            started.jvm.await("ready");
            return started;
        }

        /** Returns at once: what it dispatches may end it before it could tell that it does. */
        Steered begin() throws IOException {
            ChildJvm child = ChildJvm.start(
                    SteeredMain.class,
                    jvm,
                    options.entrySet().stream()
                            .map(option -> option.getKey() + "=" + option.getValue())
                            .toArray(String[]::new));
            return new Steered(child);
        }
    }
}
