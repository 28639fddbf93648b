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
                    "org.apache.catalina..",
                    "org.apache.coyote",
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

    /** The others work in another server than Tomcat. */
    @ArchTest
    static final ArchRule onlyValvesKnowTomcat = noClasses()
            .that()
            .haveNameNotMatching(".*\\.(UnreadBodyValve|OtherPathsValve|DelayQueueHttpAutoConfiguration\\$OnTomcat)")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.catalina..", "org.apache.coyote..", "org.springframework.boot.tomcat..");

    /** The queue's API and the client; nothing of the HTTP API, which an application may have without webhooks. */
    @ArchTest
    static final ArchRule webhooksUseTheApiAndTheClientOnly = classes()
            .that()
            .resideInAPackage(HTTP + ".webhook")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.crypto..",
                    "javax.net.ssl",
                    "org.slf4j..",
                    "org.jspecify..",
                    "lombok",
                    "org.delay.redisson",
                    "org.delay.redisson.autoconfigure",
                    "org.delay.redisson.broker",
                    "org.delay.redisson.startup",
                    "org.delay.redisson.engine.time",
                    "org.springframework..",
                    "org.apache.hc..",
                    "io.netty.handler.ipfilter",
                    "io.netty.util",
                    "tools.jackson..",
                    "io.micrometer.core.instrument..",
                    HTTP + ".webhook");

    /** The others work without the client on the class path. */
    @ArchTest
    static final ArchRule onlyWebhooksKnowTheClient = noClasses()
            .that()
            .resideOutsideOfPackage(HTTP + ".webhook")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.hc..");
}
