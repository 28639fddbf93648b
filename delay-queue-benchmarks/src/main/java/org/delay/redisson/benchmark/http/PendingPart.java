package org.delay.redisson.benchmark.http;

import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.workload.Notebook;

/** Measures how much slower messages are received while many others of the topic wait. */
final class PendingPart implements HttpPart {

    private static final String NAME = "pending";
    private static final int LITTLE = 10_000;
    private static final int LONG = 900;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Receive beside pending messages";
    }

    @Override
    public String description() {
        return "As above, while other messages of the topic are not yet due.";
    }

    @Override
    public String bound() {
        return "What is not due is not read.";
    }

    @Override
    public boolean isOfTheServerOnly() {
        return true;
    }

    static Figure beside(int others) {
        return new Figure(NAME, "%,d pending".formatted(others), "", Unit.PER_SECOND);
    }

    static Figure besideFew() {
        return beside(LITTLE);
    }

    @Override
    public void run(Peer peer, HttpOptions options, Notebook notebook) throws Exception {
        for (int others : new int[] {LITTLE, options.pending()}) {
            String topic = HttpLab.newTopic();
            if (others > 0) {
                Load.sendAll(peer, topic, others, LONG);
            }
            Load.sendAll(peer, topic, options.many(), 0);
            notebook.rate(beside(others).setting(), Load.receive(peer, topic, options.many()));
        }
    }
}
