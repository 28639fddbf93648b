package org.delay.redisson.dashboard;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;

/** What the dashboard may use. */
@AnalyzeClasses(packages = "org.delay.redisson.dashboard", importOptions = DoNotIncludeTests.class)
class PackageDependenciesTest {

    private static final String SECURITY = "org.springframework.security..";

    /** Neither the engine nor Redis: what is shown and done is the starter's operations. */
    @ArchTest
    static final ArchRule dashboardUsesOperationsAndSpringMvc = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "jakarta.servlet..",
                    "org.slf4j..",
                    "org.jspecify..",
                    "lombok",
                    "com.alibaba.fastjson2..",
                    "org.springframework..",
                    "org.delay.redisson",
                    "org.delay.redisson.operations",
                    "org.delay.redisson.startup",
                    "org.delay.redisson.autoconfigure",
                    "org.delay.redisson.dashboard",
                    "org.delay.redisson.journal..");

    @ArchTest
    static final ArchRule onlyTheAutoConfigurationKnowsTheStarters = noClasses()
            .that()
            .haveNameNotMatching(".*AutoConfiguration(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.delay.redisson.autoconfigure");

    /** The others work without Spring Security on the class path. */
    @ArchTest
    static final ArchRule onlyOneClassKnowsSpringSecurity = noClasses()
            .that()
            .haveNameNotMatching(".*\\.SpringSecurity(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(SECURITY);

    /** The others work without the journal on the class path. */
    @ArchTest
    static final ArchRule onlyItsClassesKnowTheJournal = noClasses()
            .that()
            .haveNameNotMatching(".*\\.JournalTimeline")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.delay.redisson.journal..");

    @ArchTest
    static final ArchRule nothingAsksTheWallClock = noClasses()
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now");
}
