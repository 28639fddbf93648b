package org.delay.redisson.benchmark.workload;

import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.benchmark.contender.Contender.Reception;
import org.delay.redisson.benchmark.contender.DelayQueueContender;
import org.delay.redisson.benchmark.contender.Entrant;

/** Measures a drain with several applications and shards. */
public final class ApplicationsWorkload implements Workload {

    public static final String NAME = "applications";

    private static final String TOPIC = "applications";
    private static final int[] SHARDS = {1, 4};

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Applications and shards";
    }

    @Override
    public String description() {
        return "The drain above, with several applications at once in one JVM. Each has its own Redis client, queue"
                + " and engine. They use 1 or 4 shards on one Redis. Shards are meant for Redis Cluster; here they only"
                + " show their cost.";
    }

    @Override
    public String bound() {
        return Bounds.of(NAME);
    }

    @Override
    public List<Trial> trials() {
        return List.of(new Trial(Entrant.LIBRARY, (lab, scale, notebook) -> {
            for (int shards : SHARDS) {
                for (int number : scale.applications()) {
                    lab.clear();
                    notebook.rate(
                            number
                                    + (number == 1 ? " application, " : " applications, ")
                                    + shards
                                    + (shards == 1 ? " shard" : " shards"),
                            measure(lab, scale, shards, number));
                }
            }
        }));
    }

    private static double measure(Lab lab, Scale scale, int shards, int number) throws Exception {
        List<DelayQueueContender> applications = new ArrayList<>();
        try {
            for (int i = 0; i < number; i++) {
                applications.add(DelayQueueContender.open(lab.redis(), shards, 1));
            }
            return Draining.run(lab, applications.get(0), TOPIC, scale.drained(), done -> {
                List<Reception> receptions = applications.stream()
                        .map(application -> application.receive(List.of(TOPIC), body -> done.run()))
                        .toList();
                return () -> receptions.forEach(Reception::close);
            });
        } finally {
            applications.forEach(DelayQueueContender::close);
        }
    }
}
