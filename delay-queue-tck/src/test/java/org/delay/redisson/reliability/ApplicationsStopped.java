package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.delay.redisson.redis.Replication;
import org.delay.redisson.reliability.Terms.Kind;
import org.delay.redisson.system.Application;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.config.Config;

/**
 * Applications stand still for longer than their leases. Meanwhile the master that they knew is killed, and a replica is promoted.
 * When they go on, they take themselves for the owners of messages that others have delivered, and of a master that is gone.
 */
final class ApplicationsStopped implements Scenario {

    private static final String TOPIC = "stopped";

    private static final int APPLICATIONS = 4;

    private static final int PER_SECOND = 60;

    /** Of a handler, so that some messages are in the hands of one that is stopped. */
    private static final Duration TAKES = Duration.ofMillis(250);

    /** More than are needed for all messages, so that one application may take them all. */
    private static final int WORKERS = 30;

    private static final Duration LEASE = Duration.ofSeconds(5);

    /** Of the master, before it is taken for dead. A machine at rest must not have a replica promoted. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private static final Duration WAIT = Duration.ofMillis(500);

    /** From the kill on: Sentinels notice it, agree and promote; clients notice that; leases of those that stand still end. */
    private static final Duration GOES_ON = SILENCE.plus(LEASE).plusSeconds(10);

    @Override
    public int number() {
        return 39;
    }

    @Override
    public String title() {
        return "Applications stopped beside a failover";
    }

    @Override
    public String injected(Scale scale) {
        return "SIGSTOP of one to three of %d applications for longer than their leases of %d s; meanwhile SIGKILL of the master, and promotion by three Sentinels; %d times"
                .formatted(APPLICATIONS, LEASE.toSeconds(), rounds(scale));
    }

    @Override
    public String invariant() {
        return "lost 0, early 0; dispatch resumes ≤ %d s after the kill".formatted(GOES_ON.toSeconds());
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(10);
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 12);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int rounds = rounds(lab.scale());
        Terms terms = Terms.of(this, 0);
        Rounds told = new Rounds();
        Set<String> leased = new HashSet<>();
        List<Steered> applications = new ArrayList<>();
        try (Replication servers = Replication.start(1, 3, SILENCE)) {
            Config config = new Config();
            servers.configure(config);
            try (Application observer = Application.of(config, Steered.SERVICE, builder -> builder)) {
                for (int i = 0; i < APPLICATIONS; i++) {
                    applications.add(application(lab, terms, servers, i));
                }
                RedisServer master = servers.master();
                RedisServer replica = servers.replicas().get(0);
                for (int round = 0; round < rounds; round++) {
                    List<Steered> victims = applications.subList(0, 1 + round % (APPLICATIONS - 1));
                    List<Steered> others = applications.subList(victims.size(), APPLICATIONS);
                    awaitDelivered(applications, PER_SECOND);
                    for (Steered victim : victims) {
                        victim.pause();
                    }
                    leased.addAll(Lab.leased(observer.queue(), TOPIC));
                    told.bound("a message arrived after", failover(master, replica, others), GOES_ON);
                    Pause.of(LEASE);
                    master.restart();
                    Replication.follow(master, replica);
                    for (Steered victim : victims) {
                        victim.resume();
                    }
                    for (Steered victim : victims) {
                        told.bound(
                                "one that had stood still sent again after",
                                victim.awaitAccepted(1, Traffic.PATIENCE),
                                GOES_ON);
                    }
                    // The next round stops others first.
                    Collections.rotate(applications, 1);
                    RedisServer old = master;
                    master = replica;
                    replica = old;
                }
                for (Steered application : applications) {
                    application.stopSending();
                    told.sends(application.sends());
                }
                lab.awaitDrained(observer.queue(), TOPIC, Traffic.PATIENCE);
            }
        } finally {
            for (Steered application : applications) {
                application.close();
            }
        }
        Audit audit = lab.audit();
        told.terms(terms.tell(Kind.PROCESSORS, Kind.CALLERS, Kind.IDS));
        Set<String> others = new HashSet<>(audit.duplicated());
        others.removeAll(leased);
        told.must(!leased.isEmpty(), "nothing was leased at any stop");
        return told.addTo(Outcome.of(rounds, audit))
                .note("%,d messages were leased at the stops (lease %d s)", leased.size(), LEASE.toSeconds())
                .note("%,d duplicates were leased at no stop: the replica had not heard of their acks", others.size());
    }

    private static Steered application(Lab lab, Terms terms, Replication servers, int number) throws Exception {
        return Steered.of(lab, terms, "application-" + number, String.join(",", servers.sentinelAddresses()))
                .withSentinels(WAIT)
                .option("lease", LEASE)
                .option("takes", TAKES)
                .option("workers", WORKERS)
                .sending(TOPIC, PER_SECOND / APPLICATIONS)
                .start();
    }

    private static Duration failover(RedisServer master, RedisServer replica, List<Steered> applications)
            throws Exception {
        long began = System.nanoTime();
        master.kill();
        await("for a promotion").atMost(Traffic.PATIENCE).until(() -> Replication.isMaster(replica));
        awaitDelivered(applications, 1);
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /** By whichever of them: one dispatches most of what a shard has. */
    private static void awaitDelivered(List<Steered> applications, int number) {
        int goal = delivered(applications) + number;
        await("for " + number + " deliveries").atMost(Traffic.PATIENCE).until(() -> delivered(applications) >= goal);
    }

    private static int delivered(List<Steered> applications) {
        return applications.stream()
                .mapToInt(application -> application.delivered(TOPIC))
                .sum();
    }
}
