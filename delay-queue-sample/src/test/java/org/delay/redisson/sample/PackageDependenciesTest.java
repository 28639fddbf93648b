package org.delay.redisson.sample;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the sample may use: it shows what applications use. */
@AnalyzeClasses(packages = "org.delay.redisson.sample", importOptions = DoNotIncludeTests.class)
class PackageDependenciesTest {

    /** The published API, and the servers of its demonstration profile; neither the engine nor the storage. */
    @ArchTest
    static final ArchRule sampleUsesWhatApplicationsUse = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.delay.redisson.engine..",
                    "org.delay.redisson.redis..",
                    "org.delay.redisson.json..",
                    "org.delay.redisson.kafka..",
                    "org.redisson..");

    @ArchTest
    static final ArchRule onlyTheServersUseTheTestKit = classes()
            .that()
            .resideOutsideOfPackage("org.delay.redisson.sample.servers")
            .should()
            .onlyDependOnClassesThat()
            .resideOutsideOfPackages("org.delay.redisson.tck..", "org.delay.redisson.test..");
}
