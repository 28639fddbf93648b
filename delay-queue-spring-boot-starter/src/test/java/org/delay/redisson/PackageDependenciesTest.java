package org.delay.redisson;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.stream.Stream;
import org.delay.redisson.PackageDependenciesTest.StarterOnly;

/** Which packages and libraries each package of the starter may use. */
@AnalyzeClasses(packages = "org.delay.redisson", importOptions = StarterOnly.class)
class PackageDependenciesTest {

    private static final String API = "org.delay.redisson";
    private static final String ENGINE = "org.delay.redisson.engine";
    private static final String POLICY = "org.delay.redisson.engine.policy";
    private static final String REPORT = "org.delay.redisson.engine.report";
    private static final String SETTLE = "org.delay.redisson.engine.settle";
    private static final String OPERATIONS = "org.delay.redisson.operations";
    private static final String STARTUP = "org.delay.redisson.startup";
    private static final String LISTENER = "org.delay.redisson.listener";
    private static final String TRANSACTION = "org.delay.redisson.transaction";
    private static final String AUTOCONFIGURE = "org.delay.redisson.autoconfigure";

    private static final String JOURNAL = ".*\\.(DelayQueue)?Journal\\w*(\\$.*)?";

    private static final String[] EVERYWHERE = {"java..", "javax..", "org.slf4j..", "org.jspecify..", "lombok", API};

    /** The dashboard and an HTTP API can use it without the actuator, and tests without Spring. */
    @ArchTest
    static final ArchRule operationsUseTheApiAndRegisteredTopicsOnly = classes()
            .that()
            .resideInAPackage(OPERATIONS)
            .and()
            .haveNameNotMatching(JOURNAL)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(and(OPERATIONS)).or(simpleName("RegisteredTopics")));

    /** As the others, and the journal; Spring's exceptions tell that its database fails. */
    @ArchTest
    static final ArchRule operationsOfTheJournalUseTheJournalToo = classes()
            .that()
            .resideInAPackage(OPERATIONS)
            .and()
            .haveNameMatching(JOURNAL)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(and(OPERATIONS, "org.delay.redisson.journal.."))
                    .or(simpleName("NestedRuntimeException")));

    @ArchTest
    static final ArchRule startupUsesSpringOnly = classes()
            .that()
            .resideInAPackage(STARTUP)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(
                    STARTUP,
                    "org.springframework.boot..",
                    "org.springframework.beans.factory",
                    "org.springframework.context",
                    "org.springframework.core..",
                    "org.springframework.validation"));

    @ArchTest
    static final ArchRule transactionsUseTheApiAndSpringsSynchronizationOnly = classes()
            .that()
            .resideInAPackage(TRANSACTION)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(TRANSACTION, "org.springframework.transaction.support"));

    /** Neither Redis nor Kafka: a listener method works with every queue. */
    @ArchTest
    static final ArchRule listenersUseTheEngineAndSpringsBeansOnly = classes()
            .that()
            .resideInAPackage(LISTENER)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(
                    LISTENER,
                    STARTUP,
                    ENGINE,
                    POLICY,
                    SETTLE,
                    "org.springframework.aop..",
                    "org.springframework.aot.hint..",
                    "org.springframework.beans..",
                    "org.springframework.core..",
                    "org.springframework.util",
                    "org.springframework.boot.convert"));

    /** It ties everything together, so it may use all packages of ours but the engine's inner ones. */
    @ArchTest
    static final ArchRule autoConfigurationUsesPublishedPackagesOnly = classes()
            .that()
            .resideInAPackage(AUTOCONFIGURE)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(
                    AUTOCONFIGURE,
                    OPERATIONS,
                    STARTUP,
                    LISTENER,
                    TRANSACTION,
                    ENGINE,
                    POLICY,
                    REPORT,
                    SETTLE,
                    "org.delay.redisson.redis",
                    "org.delay.redisson.kafka",
                    "org.delay.redisson.rabbit",
                    "org.delay.redisson.json",
                    "org.delay.redisson.journal..",
                    "org.springframework..",
                    "org.aopalliance.intercept",
                    "org.apache.kafka..",
                    "com.rabbitmq.client",
                    "org.redisson..",
                    "io.netty..",
                    "io.micrometer..",
                    "tools.jackson.databind.json",
                    "com.fasterxml.jackson.."));

    /** The others work without Kafka on the class path. */
    @ArchTest
    static final ArchRule onlyKafkasClassesKnowKafka = noClasses()
            .that()
            .haveNameNotMatching(".*\\.((DelayQueue)?Kafka\\w*|ListenerConfiguration)(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework.kafka..", "org.apache.kafka..", "org.delay.redisson.kafka..");

    /** The others work without RabbitMQ on the class path. */
    @ArchTest
    static final ArchRule onlyRabbitsClassesKnowRabbit = noClasses()
            .that()
            .haveNameNotMatching(".*\\.(DelayQueue)?Rabbit\\w*(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework.amqp..", "com.rabbitmq..", "org.delay.redisson.rabbit..");

    /** The others work without the actuator on the class path. */
    @ArchTest
    static final ArchRule onlyTheEndpointKnowsTheActuator = noClasses()
            .that()
            .haveNameNotMatching(".*\\.(DelayQueue)?(Journal)?Endpoint\\w*(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework.boot.actuate..");

    /** The others work without Spring Security on the class path. */
    @ArchTest
    static final ArchRule onlyTheCurrentUserKnowsSpringSecurity = noClasses()
            .that()
            .haveNameNotMatching(".*\\.CurrentUser(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework.security..");

    /** The others work without spring-tx on the class path. */
    @ArchTest
    static final ArchRule onlyTransactionsKnowSpringsTransactions = noClasses()
            .that()
            .resideOutsideOfPackage(TRANSACTION)
            .and()
            .haveNameNotMatching(JOURNAL)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework.transaction..");

    /** The others work without the journal and spring-jdbc on the class path. */
    @ArchTest
    static final ArchRule onlyTheJournalsClassesKnowTheJournal = noClasses()
            .that()
            .haveNameNotMatching(JOURNAL)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.delay.redisson.journal..", "org.springframework.jdbc..", "javax.sql..");

    /** A new package gets a rule of its own above. */
    @ArchTest
    static final ArchRule everyPackageHasARule =
            classes().should().resideInAnyPackage(OPERATIONS, STARTUP, LISTENER, TRANSACTION, AUTOCONFIGURE);

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("org.delay.redisson.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule filesAreFreeOfCycles =
            slices().assignedFrom(new Files()).should().beFreeOfCycles();

    private static String[] and(String... packages) {
        return Stream.of(EVERYWHERE, packages).flatMap(Stream::of).toArray(String[]::new);
    }

    /** Not the core and the test kit, whose packages begin with the same name. */
    static final class StarterOnly implements ImportOption {

        @Override
        public boolean includes(Location location) {
            return location.contains("delay-queue-spring-boot-starter") && !location.contains("test-classes");
        }
    }

    /** A class and those within it are one file. */
    private static final class Files implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            if (!type.getPackageName().startsWith(API)) {
                return SliceIdentifier.ignore();
            }
            JavaClass outermost = type;
            while (outermost.getEnclosingClass().isPresent()) {
                outermost = outermost.getEnclosingClass().get();
            }
            return SliceIdentifier.of(outermost.getName());
        }

        @Override
        public String getDescription() {
            return "files of the starter";
        }
    }
}
