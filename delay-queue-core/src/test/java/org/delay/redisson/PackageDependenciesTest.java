package org.delay.redisson;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** Who may know whom in the core, and what nobody may do. Lombok's part of it is in lombok.config. */
@AnalyzeClasses(packages = "org.delay.redisson", importOptions = DoNotIncludeTests.class)
class PackageDependenciesTest {

    private static final String API = "org.delay.redisson";
    private static final String ENGINE = "org.delay.redisson.engine..";
    private static final String ENGINE_TIME = "org.delay.redisson.engine.time";
    private static final String ENGINE_REPORT = "org.delay.redisson.engine.report";
    private static final String ENGINE_POLICY = "org.delay.redisson.engine.policy";
    private static final String ENGINE_SCHEDULE = "org.delay.redisson.engine.schedule";
    private static final String ENGINE_ADMISSION = "org.delay.redisson.engine.admission";
    private static final String ENGINE_SETTLE = "org.delay.redisson.engine.settle";
    private static final String REDIS = "org.delay.redisson.redis..";
    private static final String BROKER = "org.delay.redisson.broker..";
    private static final String KAFKA = "org.delay.redisson.kafka..";
    private static final String RABBIT = "org.delay.redisson.rabbit..";
    private static final String JSON = "org.delay.redisson.json..";

    /** What every package may use. Of Lombok only the mark that it leaves on generated methods. */
    private static final String[] EVERYWHERE = {"java..", "javax..", "org.slf4j..", "org.jspecify..", "lombok", API};

    /** Of {@link java.util.concurrent.CompletableFuture}, whatever executor they are given. */
    private static final Set<String> TIMERS_OF_THE_WHOLE_JVM =
            Set.of("orTimeout", "completeOnTimeout", "delayedExecutor", "defaultExecutor");

    @ArchTest
    static final ArchRule apiUsesTheJdkOnly = classes()
            .that()
            .resideInAPackage(API)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(EVERYWHERE);

    @ArchTest
    static final ArchRule engineUsesTheApiOnly = classes()
            .that()
            .resideInAPackage(ENGINE)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(ENGINE));

    @ArchTest
    static final ArchRule timeUsesTheApiOnly = classes()
            .that()
            .resideInAPackage(ENGINE_TIME)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(ENGINE_TIME));

    @ArchTest
    static final ArchRule reportUsesTimeOnly = classes()
            .that()
            .resideInAPackage(ENGINE_REPORT)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(ENGINE_REPORT, ENGINE_TIME));

    @ArchTest
    static final ArchRule policyUsesTheApiOnly = classes()
            .that()
            .resideInAPackage(ENGINE_POLICY)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(ENGINE_POLICY));

    @ArchTest
    static final ArchRule settleDoesNotKnowTheLoop = classes()
            .that()
            .resideInAPackage(ENGINE_SETTLE)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(ENGINE_SETTLE, ENGINE_TIME, ENGINE_REPORT, ENGINE_POLICY));

    @ArchTest
    static final ArchRule scheduleDoesNotKnowTheLoop = classes()
            .that()
            .resideInAPackage(ENGINE_SCHEDULE)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(ENGINE_SCHEDULE, ENGINE_TIME, ENGINE_REPORT, ENGINE_POLICY));

    @ArchTest
    static final ArchRule admissionKnowsTheScheduleOnly = classes()
            .that()
            .resideInAPackage(ENGINE_ADMISSION)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(ENGINE_ADMISSION, ENGINE_SCHEDULE, ENGINE_TIME, ENGINE_REPORT, ENGINE_POLICY));

    /** fastjson2 for the header before a message's body; netty for the types in Redisson's signatures. */
    @ArchTest
    static final ArchRule redisUsesTheApiAndRedisson = classes()
            .that()
            .resideInAPackage(REDIS)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(REDIS, "org.redisson..", "com.alibaba.fastjson2..", "io.netty.."));

    /** The engine's policies, since listeners' retries follow the same ones. */
    @ArchTest
    static final ArchRule kafkaUsesTheApiAndSpringKafka = classes()
            .that()
            .resideInAPackage(KAFKA)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(
                    KAFKA,
                    BROKER,
                    ENGINE_POLICY,
                    "org.springframework..",
                    "org.apache.kafka..",
                    "io.micrometer.observation"));

    @ArchTest
    static final ArchRule rabbitUsesTheApiAndSpringRabbit = classes()
            .that()
            .resideInAPackage(RABBIT)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(RABBIT, BROKER, "org.springframework..", "com.rabbitmq.client.."));

    @ArchTest
    static final ArchRule brokerUsesTheApiOnly = classes()
            .that()
            .resideInAPackage(BROKER)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(BROKER));

    @ArchTest
    static final ArchRule jsonUsesTheApiAndItsLibraries = classes()
            .that()
            .resideInAPackage(JSON)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(and(JSON, "com.alibaba.fastjson2..", "tools.jackson..", "com.fasterxml.jackson.."));

    /** A new package gets a rule of its own above. */
    @ArchTest
    static final ArchRule everyPackageHasARule =
            classes().should().resideInAnyPackage(API, ENGINE, REDIS, BROKER, KAFKA, RABBIT, JSON);

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("org.delay.redisson.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule packagesAreNullMarked = classes().should(be(inANullMarkedPackage()));

    @ArchTest
    static final ArchRule namesSayWhatAClassDoes =
            noClasses().should().haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Impl)");

    /**
     * Redis's clock decides when a message is due; for durations there is {@link System#nanoTime()}. Only a send asks, whether
     * a due time is years away.
     */
    @ArchTest
    static final ArchRule nobodyReadsTheWallClock = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("org.delay.redisson.redis.MessageEncoder")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);

    /** A sleep is late for what happens meanwhile. */
    @ArchTest
    static final ArchRule nobodySleeps = noClasses()
            .should()
            .callMethodWhere(target(name("sleep"))
                    .and(target(owner(describe(
                            "a thread or a time unit",
                            type -> type.isEquivalentTo(Thread.class) || type.isEquivalentTo(TimeUnit.class))))));

    /**
     * The JDK's common pool, and the one thread of its timer, run what applications give them, which may block: what of ours
     * waited for them would wait for that. From three processors on, that is; with fewer, the common pool of futures is a
     * thread for each task, so no test sees it there.
     */
    @ArchTest
    static final ArchRule nobodyUsesThreadsOfTheWholeJvm = noClasses()
            .should()
            .accessTargetWhere(describe(
                    "run on threads that all of a JVM shares", PackageDependenciesTest::isOnThreadsOfTheWholeJvm))
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(ForkJoinPool.class);

    private static boolean isOnThreadsOfTheWholeJvm(JavaAccess<?> access) {
        AccessTarget target = access.getTarget();
        if (!(target instanceof CodeUnitAccessTarget call)) {
            return false;
        }
        String method = call.getName();
        if (call.getOwner().isAssignableTo(CompletionStage.class)) {
            boolean givenAnExecutor =
                    call.getRawParameterTypes().stream().anyMatch(type -> type.isEquivalentTo(Executor.class));
            return TIMERS_OF_THE_WHOLE_JVM.contains(method) || (method.endsWith("Async") && !givenAnExecutor);
        }
        return method.equals("parallelStream")
                || (method.equals("parallel") && call.getOwner().isAssignableTo(BaseStream.class));
    }

    private static String[] and(String... packages) {
        return Stream.of(EVERYWHERE, packages).flatMap(Stream::of).toArray(String[]::new);
    }

    private static DescribedPredicate<JavaClass> inANullMarkedPackage() {
        return describe(
                "in a @NullMarked package",
                type -> CanBeAnnotated.Predicates.annotatedWith(NullMarked.class)
                        .test(type.getPackage()));
    }
}
