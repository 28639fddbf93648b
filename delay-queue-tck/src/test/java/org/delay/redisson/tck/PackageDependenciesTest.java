package org.delay.redisson.tck;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the contract for queues may use. */
@AnalyzeClasses(packages = "org.delay.redisson.tck", importOptions = DoNotIncludeTests.class)
class PackageDependenciesTest {

    /** The contract holds for every queue, so it knows neither Redisson nor an engine. */
    @ArchTest
    static final ArchRule contractUsesTheApiAndTestLibraries = classes()
            .that()
            .resideInAPackage("org.delay.redisson.tck")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.slf4j..",
                    "org.jspecify..",
                    "lombok",
                    "org.delay.redisson",
                    "org.delay.redisson.test",
                    "org.delay.redisson.tck..",
                    "org.assertj.core..",
                    "org.awaitility..",
                    "org.junit.jupiter..");

    /** Servers are processes and containers; nothing of the queue. */
    @ArchTest
    static final ArchRule serversUseServerLibrariesOnly = classes()
            .that()
            .resideInAPackage("org.delay.redisson.tck.server")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.slf4j..",
                    "org.jspecify..",
                    "lombok",
                    "org.delay.redisson.tck.server",
                    "org.awaitility..",
                    "org.junit.jupiter..",
                    "redis.embedded..",
                    "org.testcontainers..",
                    "com.github.dockerjava..",
                    "kafka.server",
                    "org.apache.kafka..",
                    "org.springframework.kafka.test..");

    @ArchTest
    static final ArchRule everyPackageHasARule =
            classes().should().resideInAnyPackage("org.delay.redisson.tck", "org.delay.redisson.tck.server");
}
