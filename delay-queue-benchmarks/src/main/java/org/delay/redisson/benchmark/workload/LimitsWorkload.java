package org.delay.redisson.benchmark.workload;

import java.util.ArrayList;
import java.util.List;

/** Measures the limits of this machine. */
public final class LimitsWorkload implements Workload {

    public static final String NAME = "limits";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Limits of the machine";
    }

    @Override
    public String description() {
        return "The limits of Redis, of a Java client and of a Kafka producer on this machine. `redis-benchmark`, if"
                + " it is on the PATH, uses 50 connections, and pipelines of 100 where the table says so. The Java"
                + " client calls `EXISTS` from one thread, one by one and with 1,000 calls in flight. The bare Kafka"
                + " producer sends to the broker, which runs in the same JVM.";
    }

    @Override
    public String bound() {
        return Bounds.of(NAME);
    }

    @Override
    public List<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        if (RedisBenchmark.isPresent()) {
            trials.add(new Trial(RedisBenchmark.SUBJECT, LimitsWorkload::redisBenchmark));
        }
        trials.add(new Trial(JavaClient.SUBJECT, (lab, scale, notebook) -> {
            try (JavaClient client = JavaClient.to(lab.redis())) {
                notebook.rate("EXISTS, one by one", client.pingOneByOne(scale.sends() / 4));
                notebook.rate("EXISTS, 1,000 in flight", client.pingInFlight(scale.sends()));
                notebook.rate("schedule script, 100 messages a call", client.scheduleInBulks(scale.sends()));
            }
        }));
        trials.add(new Trial(BareProducer.SUBJECT, (lab, scale, notebook) -> {
            String topic = "limits-" + System.nanoTime();
            lab.kafka().createTopic(topic, 1);
            try (BareProducer producer = BareProducer.to(lab.kafka().bootstrapServers(), topic)) {
                notebook.rate("Kafka records", producer.rate(scale.sends()));
            }
        }));
        return trials;
    }

    private static void redisBenchmark(Lab lab, Scale scale, Notebook notebook) throws Exception {
        RedisBenchmark benchmark = RedisBenchmark.on(lab.port(), scale.sends());
        notebook.rate("PING, 50 connections", benchmark.ping());
        notebook.rate("HSET + ZADD script, 50 connections", benchmark.scheduleOneByOne());
        notebook.rate("HSET + ZADD script, in pipelines", benchmark.pipelinedSchedule());
        notebook.rate("ZADD, in pipelines", benchmark.pipelinedZadd());
    }
}
