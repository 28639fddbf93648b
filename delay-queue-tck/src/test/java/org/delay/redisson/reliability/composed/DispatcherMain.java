package org.delay.redisson.reliability.composed;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.delay.redisson.reliability.composed.Dispatcher.Place;
import org.delay.redisson.system.ChildJvm;

/**
 * An instance in a JVM of its own. Arguments: seed, the numbers of its terms, Redis, Kafka, directory, name, and whether the
 * run is calm already, and its number. It is closed when the JVM ends, as those of Spring are; a line that it reads makes it calm.
 */
final class DispatcherMain {

    /** What it tells instead of being ready: its settings are not taken. */
    static final String REFUSED = "refused ";

    static final String READY = "ready ";

    private DispatcherMain() {}

    public static void main(String[] arguments) {
        Plan plan = Composition.of(Long.parseLong(arguments[0]), arguments[1]).plan(Integer.parseInt(arguments[7]));
        Journal journal = Journal.open(Path.of(arguments[4]), arguments[5]);
        AtomicBoolean calm = new AtomicBoolean(Boolean.parseBoolean(arguments[6]));
        LoggedLines.writeTo(journal);
        Dispatcher dispatcher = started(plan, new Place(arguments[2], arguments[3], journal, calm));
        Runtime.getRuntime().addShutdownHook(new Thread(dispatcher::close));
        endWhenClosed(dispatcher);
        ChildJvm.tell(READY + ProcessHandle.current().pid());
        ChildJvm.listen();
        calm.set(true);
        ChildJvm.listen();
        System.exit(0);
    }

    /** As a JVM does that has nothing left to do: a handler may close the application. */
    private static void endWhenClosed(Dispatcher dispatcher) {
        Thread thread = new Thread(() -> {
            await().forever().until(dispatcher::isClosed);
            Runtime.getRuntime().halt(0);
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static Dispatcher started(Plan plan, Place place) {
        try {
            return Dispatcher.start(plan, place);
        } catch (IllegalArgumentException e) {
            ChildJvm.tell(REFUSED + e.getMessage());
            throw e;
        }
    }
}
