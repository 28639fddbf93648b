package org.delay.redisson.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The server puts modules together and adds nothing of its own to the queue. */
@AnalyzeClasses(packages = "org.delay.redisson.server", importOptions = DoNotIncludeTests.class)
class PackageDependenciesTest {

    @ArchTest
    static final ArchRule theServerKnowsThePropertiesOfTheApiOnly = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "jakarta.servlet",
                    "org.slf4j..",
                    "org.jspecify..",
                    "lombok",
                    "org.delay.redisson.http",
                    "org.springframework..",
                    "org.apache.catalina..",
                    "org.apache.coyote",
                    "redis.embedded..",
                    "org.delay.redisson.server");
}
