package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.delay.redisson.journal.TwoSidesRun.Deed;
import org.delay.redisson.journal.TwoSidesRun.Operation;

/**
 * Random operations with losses on either side: after each one, the database and Redis have what the {@linkplain TwoSides model}
 * says, and a claim delivers what it says. {@code -Djqwik.tries.default=2000} tries more sequences than the build.
 */
class TwoSidesTest {

    private static TwoSidesServers servers;

    @BeforeContainer
    static void start() {
        servers = new TwoSidesServers();
    }

    @AfterContainer
    static void stop() {
        servers.close();
    }

    @Provide
    Arbitrary<List<Operation>> operations() {
        Arbitrary<Deed> deeds = Arbitraries.of(Deed.values());
        Arbitrary<String> ids = Arbitraries.of("a", "b", "c");
        Arbitrary<Boolean> due = Arbitraries.of(true, false);
        return Combinators.combine(deeds, ids, due)
                .as(Operation::new)
                .list()
                .ofMinSize(8)
                .ofMaxSize(30);
    }

    @Property(shrinking = ShrinkingMode.BOUNDED)
    void bothSidesAreAsTheModelSays(@ForAll("operations") List<Operation> operations) {
        try (TwoSidesRun run = new TwoSidesRun(servers)) {
            operations.forEach(run::apply);
            run.finish();
            assertThat(run.isInStep()).isTrue();
        }
    }
}
