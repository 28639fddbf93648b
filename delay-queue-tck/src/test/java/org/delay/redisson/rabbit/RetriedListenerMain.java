package org.delay.redisson.rabbit;

import org.delay.redisson.system.Application;
import org.delay.redisson.system.ChildJvm;

/** A {@link RetriedListener} that gets no further than to store a message. Its arguments are RabbitMQ's port and Redis's address. */
public final class RetriedListenerMain {

    private RetriedListenerMain() {}

    public static void main(String[] arguments) {
        Application application = Application.of(arguments[1], RetriesKilledTest.SERVICE);
        var unused = new RetriedListener(Integer.parseInt(arguments[0]), application.queue(), message -> {}, () -> {
            ChildJvm.tell("stored");
            ChildJvm.listen();
        });
    }
}
