package org.delay.redisson.benchmark.http;

import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.workload.Notebook;

/** Measures how fast messages are sent. */
final class SendPart implements HttpPart {

    private static final String NAME = "send";

    static final Figure SINGLE = new Figure(NAME, "one by one, 64 connections", "", Unit.PER_SECOND);
    static final Figure BULK = new Figure(NAME, "bulk of 100, 16 connections", "", Unit.PER_SECOND);

    private static final int CONNECTIONS = 64;
    private static final int LONGEST_OF_SQS = 900;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Send";
    }

    @Override
    public String description() {
        return "Messages of 100 bytes that are due in a quarter of an hour, the longest delay of SQS. A bulk is one request; ElasticMQ"
                + " takes at most 10 messages in one, and beanstalkd gets 100 commands in a pipeline.";
    }

    @Override
    public String bound() {
        return "The two cores.";
    }

    @Override
    public void run(Peer peer, HttpOptions options, Notebook notebook) throws Exception {
        notebook.rate(
                SINGLE.setting(), Load.send(peer, HttpLab.newTopic(), options.single(), CONNECTIONS, LONGEST_OF_SQS));
        notebook.rate(BULK.setting(), Load.sendAll(peer, HttpLab.newTopic(), options.many(), LONGEST_OF_SQS));
    }
}
