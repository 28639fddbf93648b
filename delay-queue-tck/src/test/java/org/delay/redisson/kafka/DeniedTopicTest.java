package org.delay.redisson.kafka;

import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclPermissionType.ALLOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.kafka.Messages.numbered;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.tck.server.KafkaBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A broker does not let the application write to a topic, or not even see it. */
class DeniedTopicTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration SOON = Duration.ofSeconds(60);

    private static KafkaBroker broker;
    private KafkaSimpleMessageProducer producer;

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.builder()
                .autoCreateTopics(false)
                .property("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                .property("allow.everyone.if.no.acl.found", "true")
                .start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void start() {
        producer = KafkaSimpleMessageProducer.from(configs(), LEASE, PAUSE);
    }

    @AfterEach
    void stop() {
        producer.close();
    }

    /** The client tells one of those that wait, and lets the others wait on. */
    @Test
    void allThatAskForATopicTheyMayNotSeeAreToldTheSame() throws Exception {
        allowOnly("hidden", "User:somebody", AclOperation.ALL);
        ExecutorService workers = Executors.newFixedThreadPool(6);
        List<Future<Throwable>> failures = new ArrayList<>();
        for (int worker = 0; worker < 6; worker++) {
            failures.add(workers.submit(() -> catchThrowable(() -> producer.send("hidden", numbered("hidden", 3)))));
        }

        for (Future<Throwable> failure : failures) {
            assertIsDenied(failure.get(2, TimeUnit.MINUTES), "hidden");
        }
        workers.shutdown();
    }

    @Test
    void aTopicThatMayBeSeenAndNotWrittenToIsDenied() throws Exception {
        allowOnly("read-only", "User:ANONYMOUS", DESCRIBE);

        assertIsDenied(catchThrowable(() -> producer.send("read-only", numbered("read-only", 3))), "read-only");
    }

    @Test
    void whatWasDeniedArrivesSoonAfterItIsGranted() throws Exception {
        allowOnly("granted", "User:somebody", AclOperation.ALL);
        assertIsDenied(catchThrowable(() -> producer.send("granted", numbered("granted", 3))), "granted");

        try (Admin admin = Admin.create(configs())) {
            admin.deleteAcls(List.of(AclBindingFilter.ANY)).all().get();
        }

        await().atMost(SOON)
                .ignoreExceptionsInstanceOf(DestinationUnavailable.class)
                .until(() -> {
                    producer.send("granted", numbered("granted", 3));
                    return true;
                });
        assertThat(broker.records("granted", 3, SOON)).hasSize(3);
    }

    private static void assertIsDenied(Throwable failure, String topic) {
        assertThat(failure).isInstanceOfSatisfying(DestinationUnavailable.class, denied -> {
            assertThat(denied).hasMessageContaining("write to topic " + topic + ". Grant it WRITE");
            assertThat(denied.isOfTopicOnly()).isTrue();
            assertThat(denied.mayStillArrive()).isFalse();
        });
    }

    private static void allowOnly(String topic, String user, AclOperation operation) throws Exception {
        broker.createTopic(topic, 1);
        ResourcePattern pattern = new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL);
        AccessControlEntry entry = new AccessControlEntry(user, "*", operation, ALLOW);
        try (Admin admin = Admin.create(configs())) {
            admin.createAcls(List.of(new AclBinding(pattern, entry))).all().get();
            await().atMost(SOON)
                    .until(() -> !admin.describeAcls(AclBindingFilter.ANY)
                            .values()
                            .get()
                            .isEmpty());
        }
    }

    private static Map<String, Object> configs() {
        return Map.of("bootstrap.servers", broker.bootstrapServers());
    }
}
