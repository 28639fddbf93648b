package org.delay.redisson.journal;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;

/** Who may know whom in the journal. */
@AnalyzeClasses(packages = "org.delay.redisson.journal", importOptions = DoNotIncludeTests.class)
class PackageDependenciesTest {

    private static final String STORE = "org.delay.redisson.journal.store";
    private static final String JDBC = "org.delay.redisson.journal.jdbc";

    /** A store may keep its rows anywhere, as long as it speaks of failures as Spring does. */
    @ArchTest
    static final ArchRule storeUsesTheJdkOnly = classes()
            .that()
            .resideInAPackage(STORE)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..", "org.jspecify..", "lombok", "org.delay.redisson", "org.springframework.dao", STORE);

    @ArchTest
    static final ArchRule jdbcUsesTheStoreAndSpringJdbc = classes()
            .that()
            .resideInAPackage(JDBC)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.sql..",
                    "org.slf4j..",
                    "org.jspecify..",
                    "lombok",
                    "org.springframework.core.io..",
                    // Whether a thread has a connection, as Spring JDBC says it.
                    "org.springframework.transaction.support",
                    "org.springframework.dao",
                    "org.springframework.jdbc..",
                    STORE,
                    JDBC);

    /** The clock of the database decides. */
    @ArchTest
    static final ArchRule jdbcAsksNoClockOfItsOwn = noClasses()
            .that()
            .resideInAPackage(JDBC)
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now");
}
