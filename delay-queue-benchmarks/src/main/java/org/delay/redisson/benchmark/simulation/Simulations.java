package org.delay.redisson.benchmark.simulation;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.delay.redisson.benchmark.fleet.FleetRun;
import org.delay.redisson.benchmark.fleet.FleetRun.Measured;
import org.delay.redisson.benchmark.fleet.FleetRun.Plan;
import org.delay.redisson.benchmark.simulation.Scenarios.Size;

/** Measures costs, compares simulated fleets with real ones, simulates a large one, and writes the page about it. {@code --quick} does less. */
public final class Simulations {

    private static final String COMMAND =
            "mvn -q -ntp -pl delay-queue-benchmarks -am compile exec:exec@simulation -Dsimulation=\"%s\"";

    private static final Duration SHORT = Duration.ofSeconds(3);
    private static final Duration IDLE = Duration.ofSeconds(8);
    private static final Duration LOAD = Duration.ofSeconds(15);

    private Simulations() {}

    @SuppressWarnings("SystemOut") // users see it in the terminal
    public static void main(String[] arguments) throws Exception {
        boolean quick = List.of(arguments).contains("--quick");
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Costs costs;
        List<Comparison> comparisons;
        try (MeasuredRedis redis = new MeasuredRedis()) {
            CostMeasurement measurement = new CostMeasurement(redis);
            costs = measurement.measure();
            comparisons = compare(quick, costs, measurement);
        }
        out.println("Measured.");
        SimulationPage page = new SimulationPage(
                COMMAND.formatted(String.join(" ", arguments)).replace(" -Dsimulation=\"\"", ""));
        page.costs(costs);
        page.comparisons(comparisons);
        out.println(page);
        Size size = quick ? Size.QUICK : Size.FULL;
        Map<String, Outcome> outcomes = simulate(size, costs.undisturbed(SimulationPage.HANDLER.toNanos()));
        Path directory = Path.of(quick ? "target/simulation" : "../docs");
        Files.createDirectories(directory);
        page.big(size, outcomes);
        page.write(directory);
        out.println(page);
        // Redisson's threads would keep the JVM alive for a while.
        System.exit(0);
    }

    private static List<Comparison> compare(boolean quick, Costs costs, CostMeasurement measurement) throws Exception {
        // What the compiler has not seen yet would be measured otherwise.
        Measured unused = FleetRun.measure(Comparison.plan(10, SHORT, SHORT), time -> measurement.waits(time));
        List<Comparison> comparisons = new ArrayList<>();
        for (int instances : quick ? new int[] {1, 10} : new int[] {1, 10, 50, 200}) {
            Plan plan = quick ? Comparison.plan(instances, SHORT, SHORT) : Comparison.plan(instances, IDLE, LOAD);
            comparisons.add(Comparison.of(plan, costs, measurement));
        }
        return comparisons;
    }

    private static Map<String, Outcome> simulate(Size size, Costs costs) throws Exception {
        ExecutorService executor =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            Map<String, Future<Outcome>> parts = new LinkedHashMap<>();
            Scenarios.big(size)
                    .forEach((name, terms) ->
                            parts.put(name, executor.submit(() -> new SimulatedFleet(terms, costs).run())));
            Map<String, Outcome> outcomes = new LinkedHashMap<>();
            for (Map.Entry<String, Future<Outcome>> part : parts.entrySet()) {
                outcomes.put(part.getKey(), part.getValue().get());
            }
            return outcomes;
        } finally {
            executor.shutdownNow();
        }
    }
}
