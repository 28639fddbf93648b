package org.delay.redisson.benchmark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What each package of the benchmarks may use. */
@AnalyzeClasses(packages = "org.delay.redisson.benchmark", importOptions = DoNotIncludeTests.class)
class PackageDependenciesTest {

    /** Workloads, results and reports treat all contenders alike. */
    @ArchTest
    static final ArchRule onlyContendersKnowTheLibrariesThatAreCompared = noClasses()
            .that()
            .resideInAnyPackage("..benchmark.report", "..benchmark.result")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.delay.redisson",
                    "org.delay.redisson.engine..",
                    "org.delay.redisson.redis..",
                    "org.delay.redisson.kafka..",
                    "org.redisson..");

    @ArchTest
    static final ArchRule onlyReportsDraw = noClasses()
            .that()
            .resideOutsideOfPackage("..benchmark.report")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.awt..", "org.jfree..", "org.apache.batik..");

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("org.delay.redisson.benchmark.(*)..").should().beFreeOfCycles();
}
