package org.delay.redisson.benchmark.fleet;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Measures fleets and prints tables in Markdown. Its arguments are {@link FleetOptions}. */
public final class FleetBenchmark {

    private static final Map<String, FleetPart> PARTS = Map.of(
            "idle", new IdlePart(),
            "heartbeat", new HeartbeatPart(),
            "load", new LoadPart(),
            "killed", new KilledPart(),
            "mass", new MassPart(),
            "outage", new OutagePart());

    private FleetBenchmark() {}

    @SuppressWarnings("SystemOut") // users see it in the terminal
    public static void main(String[] arguments) throws Exception {
        FleetOptions options = FleetOptions.of(List.of(arguments));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String name : options.parts()) {
            FleetPart part = PARTS.get(name);
            if (part == null) {
                throw new IllegalArgumentException("There is no part " + name + "; there are " + PARTS.keySet());
            }
            out.println();
            part.run(options, out::println);
            out.println("Load average of the machine: "
                    + ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        }
        // Redisson's threads would keep the JVM alive for a while.
        System.exit(0);
    }
}
