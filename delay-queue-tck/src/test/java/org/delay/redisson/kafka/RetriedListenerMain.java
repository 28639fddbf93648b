package org.delay.redisson.kafka;

import org.delay.redisson.system.Application;
import org.delay.redisson.system.ChildJvm;

/** A {@link RetriedListener} that gets no further than to store a record. Its arguments are Kafka's and Redis's addresses. */
public final class RetriedListenerMain {

    private RetriedListenerMain() {}

    public static void main(String[] arguments) {
        Application application = Application.of(arguments[1], RetriesKilledTest.SERVICE);
        var unused = new RetriedListener(arguments[0], application.queue(), record -> {}, () -> {
            ChildJvm.tell("stored");
            ChildJvm.listen();
        });
    }
}
