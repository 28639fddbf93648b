package org.delay.redisson.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the test kit may use: users get all of it on their class path. */
@AnalyzeClasses(packages = "org.delay.redisson.test", importOptions = DoNotIncludeTests.class)
class PackageDependenciesTest {

    /** No Redis, and no test library but AssertJ; Spring and Kafka are optional. */
    @ArchTest
    static final ArchRule testKitUsesTheCoreAssertJAndOptionalLibraries = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.slf4j..",
                    "org.jspecify..",
                    "lombok",
                    "org.delay.redisson",
                    "org.delay.redisson.engine..",
                    "org.delay.redisson.kafka",
                    "org.delay.redisson.test",
                    "org.assertj.core..",
                    "org.springframework..",
                    "org.apache.kafka..");
}
