package org.delay.redisson.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.delay.redisson.benchmark.contender.Entrant;
import org.delay.redisson.benchmark.workload.RemoteEntrant;

/**
 * Who is measured in a JVM of its own.
 *
 * @param remark why somebody is left out, for the report
 */
record Remote(List<RemoteEntrant> entrants, String remark) {

    private static final Path RQUEUE = Path.of("src", "rqueue");

    static Remote of(Options options) {
        if (options.without().contains(Entrant.RQUEUE)) {
            return new Remote(List.of(), Entrant.RQUEUE + " was left out.");
        }
        Path maven = Path.of(System.getProperty("benchmark.maven", ""));
        try {
            return new Remote(
                    List.of(RemoteEntrant.resolve(Entrant.RQUEUE, maven, RQUEUE, "RqueuePeer.java")),
                    "rqueue 3.2.0 runs in a JVM of its own, on Spring Boot 3.5 and Lettuce, tuned by hand: scheduled"
                            + " messages are moved each 5 to 10 ms, 1,000 at once, and polled each 5 ms.");
        } catch (IOException e) {
            return new Remote(List.of(), "rqueue is left out, as Maven did not get its libraries.");
        }
    }
}
