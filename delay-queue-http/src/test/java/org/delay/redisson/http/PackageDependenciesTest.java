package org.delay.redisson.http;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which packages and libraries the HTTP API may use. */
@AnalyzeClasses(packages = "org.delay.redisson.http", importOptions = DoNotIncludeTests.class)
class PackageDependenciesTest {

    private static final String HTTP = "org.delay.redisson.http";

    /** The queue, its operations and its seam for pulled topics; nothing of Redis or of a broker. */
    @ArchTest
    static final ArchRule theApiUsesPublishedPackagesOnly = classes()
            .that()
            .resideInAPackage(HTTP)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "jakarta.servlet..",
                    "org.slf4j..",
                    "org.jspecify..",
                    "lombok",
                    "org.delay.redisson",
                    "org.delay.redisson.autoconfigure",
                    "org.delay.redisson.operations",
                    "org.delay.redisson.startup",
                    "org.delay.redisson.engine.policy",
                    "org.delay.redisson.journal",
                    "org.springframework..",
                    "io.micrometer..",
                    "tools.jackson..",
                    HTTP);

    /** The others work without Spring Security on the class path. */
    @ArchTest
    static final ArchRule onlyOneClassKnowsSpringSecurity = noClasses()
            .that()
            .haveNameNotMatching(".*\\.SpringSecurity\\w*(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework.security..");
}
