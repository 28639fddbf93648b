package org.delay.redisson.kafka;

import org.delay.redisson.system.ChildJvm;
import org.delay.redisson.tck.server.KafkaBroker;

/** A broker in a JVM of its own, that a test may stop and kill. Its argument is a topic. */
public final class BrokerMain {

    private BrokerMain() {}

    public static void main(String[] arguments) {
        KafkaBroker broker =
                KafkaBroker.builder().topics(arguments).autoCreateTopics(false).start();
        ChildJvm.tell("broker " + broker.bootstrapServers());
        ChildJvm.listen();
    }
}
