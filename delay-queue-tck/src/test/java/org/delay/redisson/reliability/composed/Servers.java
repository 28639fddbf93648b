package org.delay.redisson.reliability.composed;

import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.network.Proxy;
import org.delay.redisson.reliability.composed.Subject.Kind;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;

/**
 * What faults are done to.
 *
 * @param kafka null where nobody needs it
 * @param queue of those who send
 */
record Servers(RedisServer redis, Proxy proxy, KafkaBroker kafka, DelayQueueMessage queue, List<Member> members) {

    /** A broker in which a topic may be forbidden; only the topics that are created are there. */
    static KafkaBroker broker() {
        return KafkaBroker.builder()
                .autoCreateTopics(false)
                .property("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                .property("allow.everyone.if.no.acl.found", "true")
                .start();
    }

    /** Creates a plan's topics, and answers which of them can be read. */
    static List<String> createTopics(KafkaBroker kafka, Plan plan) throws Exception {
        List<NewTopic> topics = new ArrayList<>();
        List<AclBinding> rules = new ArrayList<>();
        for (Subject subject : plan.subjects) {
            if (!subject.kind().isKafka() || subject.kind() == Kind.KAFKA_MISSING) {
                continue;
            }
            for (int i = 0; i < subject.topics(); i++) {
                String name = subject.topic(i);
                topics.add(new NewTopic(name, 1, (short) 1).configs(configuration(subject.kind())));
                if (subject.kind() == Kind.KAFKA_UNAUTHORISED) {
                    rules.add(forbidden(name));
                }
            }
        }
        try (Admin admin = admin(kafka)) {
            admin.createTopics(topics).all().get();
            admin.createAcls(rules).all().get();
            // The broker follows the controller: until then, it accepts records.
            await().until(() -> Set.copyOf(
                            admin.describeAcls(AclBindingFilter.ANY).values().get())
                    .containsAll(rules));
        }
        return topics.stream()
                .map(NewTopic::name)
                .filter(name -> plan.subject(name).kind() != Kind.KAFKA_UNAUTHORISED)
                .toList();
    }

    static void deleteTopics(KafkaBroker kafka, List<String> topics) throws Exception {
        try (Admin admin = admin(kafka)) {
            Set<String> there = admin.listTopics().names().get();
            admin.deleteTopics(topics.stream().filter(there::contains).toList())
                    .all()
                    .get();
        }
    }

    private static Admin admin(KafkaBroker kafka) {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()));
    }

    private static Map<String, String> configuration(Kind kind) {
        return switch (kind) {
            case KAFKA_COMPACTED -> Map.of("cleanup.policy", "compact");
            case KAFKA_SMALL -> Map.of("max.message.bytes", "20000");
            default -> Map.of();
        };
    }

    private static AclBinding forbidden(String topic) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry("User:ANONYMOUS", "*", AclOperation.WRITE, AclPermissionType.DENY));
    }
}
