package org.delay.redisson.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.delay.redisson.benchmark.contender.Entrant;
import org.delay.redisson.benchmark.workload.RemoteEntrant;

/**
 * Contenders that are measured in a separate JVM.
 *
 * @param remark a remark for the report, for example why a contender is left out
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
                    "rqueue 3.2.0 runs in a separate JVM, on Spring Boot 3.5 and Lettuce. It is tuned manually: it moves"
                            + " up to 1,000 scheduled messages every 5 to 10 ms, and polls every 5 ms.");
        } catch (IOException e) {
            return new Remote(List.of(), "rqueue was left out, because Maven could not download its libraries.");
        }
    }
}
