package org.delay.redisson.benchmark.http;

import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.workload.Notebook;

/** Measures how fast messages that are due are received and acked. */
final class ReceivePart implements HttpPart {

    private static final String NAME = "receive";

    static final Figure RATE = new Figure(NAME, "10 at a time, 16 connections", "", Unit.PER_SECOND);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Receive";
    }

    @Override
    public String description() {
        return "Messages of 100 bytes that are due already. Each request receives up to 10 and acks those of the request before."
                + " ElasticMQ needs two requests for that, and beanstalkd 20 commands, which are written at once.";
    }

    @Override
    public String bound() {
        return "The two cores.";
    }

    @Override
    public void run(Peer peer, HttpOptions options, Notebook notebook) throws Exception {
        String topic = HttpLab.newTopic();
        Load.sendAll(peer, topic, options.many(), 0);
        notebook.rate(RATE.setting(), Load.receive(peer, topic, options.many()));
    }
}
