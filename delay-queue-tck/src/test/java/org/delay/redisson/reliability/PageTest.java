package org.delay.redisson.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a run makes of its options and its outcomes. */
class PageTest {

    private static final Outcome KEPT = new Outcome(
            3,
            12_345,
            0,
            0,
            7,
            Duration.ofMillis(12),
            Duration.ofMillis(2_300),
            List.of(),
            List.of(),
            List.of("a note"));

    private static String page(Scale scale, Outcome outcome, Exception failure) {
        return new Page(
                        "the command",
                        Map.of("date", "today"),
                        List.of(new Result(new RedisKilled(true), scale, outcome, failure, Duration.ofSeconds(9))))
                .text();
    }

    @Test
    void tellsWhatWasInjectedAndWhatCameOut() {
        assertThat(page(Scale.LONG, KEPT, null))
                .contains("\nthe command\n", "| date | today |\n", "the full size")
                .contains("All guarantees held in all of 1 scenarios")
                .contains("| 2 | Redis killed and restarted | 3 | 12,345 | 0 | 0 | 7 | 12 ms | 2.3 s | held |\n")
                .contains("in its last moment), and its restart, 100 times | lost 0;", "| `ReliabilityTest` | 9 s |\n")
                .contains("- Redis killed and restarted: a note\n")
                .contains("## Shortfalls\n\nNone in this run.\n");
    }

    @Test
    void hidesNothingThatFallsShort() {
        assertThat(page(Scale.LONG, KEPT.should(false, "too late by %d ms", 3), null))
                .contains(
                        "All guarantees held in all of 1 scenarios; 1 of them missed a limit",
                        "| held, missed a limit |")
                .contains("- Redis killed and restarted: too late by 3 ms\n");
        assertThat(page(Scale.LONG, KEPT.must(false, "lost: 1"), null))
                .contains("**In 1 of 1 scenarios, a guarantee was violated", "| **violated** |")
                .contains("- Redis killed and restarted: **violated:** lost: 1\n");
        assertThat(page(Scale.LONG, null, new IllegalStateException("no\nanswer")))
                .contains("**In 1 of 1 scenarios, a guarantee was violated", "| **failed** |")
                .contains("**did not finish:** java.lang.IllegalStateException: no answer\n");
    }

    @Test
    void tellsHowMuchWasCut() {
        assertThat(page(new Scale(0.25), KEPT, null))
                .contains("reduced to fit the time: 25 %")
                .contains(
                        "## Reduced scenarios",
                        "its restart, 27 times",
                        "- Redis killed and restarted, at full size: SIGKILL",
                        "100 times");
        assertThat(page(Scale.LONG, KEPT, null)).doesNotContain("## Reduced scenarios");
    }

    @Test
    void aBudgetIsSharedByAll() {
        List<Scenario> scenarios = Programme.scenarios();
        Duration small = Budget.SMALL.multipliedBy(scenarios.size());
        Duration full = scenarios.stream().map(Scenario::takes).reduce(Duration.ZERO, Duration::plus);

        assertThat(Budget.share(scenarios, Duration.ofMinutes(1))).isEqualTo(Scale.CI);
        assertThat(Budget.share(scenarios, full)).isEqualTo(Scale.LONG);
        assertThat(Budget.share(scenarios, small.plus(full).dividedBy(2)).part())
                .isBetween(0.499, 0.501);
    }

    @Test
    void optionsAreRead() {
        Options options = Options.of(List.of("--minutes=90", "--scenarios=1,5", "--page=here.md"));

        assertThat(options.budget()).isEqualTo(Duration.ofMinutes(90));
        assertThat(options.page()).hasToString("here.md");
        assertThat(Programme.scenarios().stream().filter(options::wants).map(Scenario::number))
                .containsExactly(1, 5);
        assertThatThrownBy(() -> Options.of(List.of("--minuets=3")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--minuets");
    }

    @Test
    void eachScenarioHasANumberAndATitleOfItsOwnAndATest() {
        assertThat(Programme.scenarios()).extracting(Scenario::number).isSorted();
        assertThat(Programme.scenarios()).extracting(Scenario::title).doesNotHaveDuplicates();
        assertThat(Programme.scenarios().stream().map(Scenario::inBuild))
                .containsOnly(
                        "ReliabilityTest",
                        "ModelTest",
                        "AsynchronousSendsTest",
                        "HungBrokerTest",
                        "WrongClockTest",
                        "LastingTroubleTest");
    }

    @Test
    void buildsOfFiveDaysRunEachScenario() {
        Set<Scenario> all = Programme.scenarios().stream()
                .filter(scenario -> scenario.inBuild().equals("ReliabilityTest"))
                .collect(Collectors.toSet());
        for (int first = 20_000; first < 20_010; first++) {
            assertThat(IntStream.range(first, first + 5)
                            .mapToObj(Programme::ofBuild)
                            .flatMap(List::stream))
                    .containsAll(all);
            assertThat(Programme.ofBuild(first)).hasSizeLessThan(all.size() / 2);
        }
    }

    @Test
    void onItsDaysAScenarioMeetsAllTerms() {
        Scenario scenario = Programme.scenarios().stream()
                .filter(each -> !each.inEveryBuild())
                .findFirst()
                .orElseThrow();
        Set<Terms> all = IntStream.range(0, 192).mapToObj(Terms::of).collect(Collectors.toSet());

        assertThat(IntStream.range(0, 192 * 5)
                        .filter(day -> Programme.ofBuild(day).contains(scenario))
                        .mapToObj(day -> Terms.of(day + scenario.number()))
                        .collect(Collectors.toSet()))
                .isEqualTo(all);
    }
}
