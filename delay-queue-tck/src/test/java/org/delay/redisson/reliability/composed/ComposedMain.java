package org.delay.redisson.reliability.composed;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import org.delay.redisson.tck.server.KafkaBroker;

/**
 * Runs one composition after the other, and tells what is broken: with the seed and its terms, seen twice, and with as few of
 * the terms as it takes. Its arguments are {@link ComposedOptions}.
 */
@SuppressWarnings("SystemOut") // it is what somebody sees who started it in a terminal
final class ComposedMain {

    private final ComposedOptions options;
    private final Path directory;
    private final FutureTask<KafkaBroker> kafka = new FutureTask<>(Servers::broker);
    private int failed;

    private ComposedMain(ComposedOptions options, Path directory) {
        this.options = options;
        this.directory = directory;
    }

    public static void main(String[] arguments) throws Exception {
        ComposedMain main =
                new ComposedMain(ComposedOptions.of(List.of(arguments)), Files.createTempDirectory("composed-"));
        // Redisson's and Kafka's threads would keep the JVM: for a while, and after an exception for ever.
        try {
            main.run();
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(2);
        }
        System.exit(main.failed == 0 ? 0 : 1);
    }

    private void run() throws Exception {
        long end = System.nanoTime() + options.time().toNanos();
        int tried = 0;
        for (long seed = options.seed(); tried < options.seeds() && System.nanoTime() < end; seed++) {
            tried++;
            trial(options.keep() == null ? Composition.of(seed) : Composition.of(seed, options.keep()));
        }
        System.out.println(tried + " seeds tried, " + failed + " of them failed; the journals are in " + directory);
    }

    private void trial(Composition composition) throws Exception {
        long began = System.nanoTime();
        System.out.println(composition);
        List<Finding> findings = run(composition);
        System.out.println("   " + (findings.isEmpty() ? "nothing found" : findings.size() + " findings") + ", after "
                + Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s");
        findings.forEach(finding -> System.out.println("    - " + finding));
        if (findings.isEmpty()) {
            return;
        }
        failed++;
        if (options.shrinks()) {
            shrink(composition, kinds(findings));
        }
    }

    /** Settings that are refused at the start are what users see too, and nothing is broken by it. */
    private List<Finding> run(Composition composition) throws Exception {
        try {
            return Run.of(composition, directory, options.lasts(), this::broker);
        } catch (IllegalArgumentException e) {
            System.out.println("   refused: " + e.getMessage());
            return List.of();
        } catch (IllegalStateException e) {
            System.out.println("   could not be run: " + e);
            return List.of();
        }
    }

    private void shrink(Composition composition, Set<Finding.What> kinds) throws Exception {
        Set<Finding.What> again = kinds(run(composition));
        again.retainAll(kinds);
        if (again.isEmpty()) {
            System.out.println("   not seen when it was repeated");
            return;
        }
        for (Finding.What what : again) {
            Composition smallest = Shrinking.smallest(
                    composition, candidate -> kinds(run(candidate)).contains(what));
            System.out.println("   " + what + " with " + smallest);
        }
    }

    private static Set<Finding.What> kinds(List<Finding> findings) {
        return findings.stream()
                .map(Finding::what)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Finding.What.class)));
    }

    private KafkaBroker broker() {
        kafka.run();
        try {
            return kafka.get();
        } catch (Exception e) {
            throw new IllegalStateException("Kafka did not start", e);
        }
    }
}
