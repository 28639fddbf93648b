package org.delay.redisson.sample;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import lombok.RequiredArgsConstructor;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.delay.redisson.Headers;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Profile;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.stereotype.Component;

/** Reads its topic, whose owner limits the size of records. Kafka refuses a longer record, which becomes a dead letter at once. */
@Component
@Profile("!plain & !rabbit")
@RequiredArgsConstructor
class KafkaAccounting implements Accounting {

    private static final ConfigResource TOPIC = new ConfigResource(ConfigResource.Type.TOPIC, Topics.INVOICE);

    private final Invoices invoices;
    private final KafkaAdmin kafka;

    private volatile @Nullable Boolean allowed;

    @KafkaListener(topics = Topics.INVOICE, groupId = "accounting")
    void onInvoice(Invoice invoice, @Header(Headers.DUE_TIME) String dueTime) {
        invoices.received(invoice, Headers.dueTime(dueTime));
    }

    @Override
    public boolean allowsLongInvoices() {
        Boolean known = allowed;
        return known == null ? read() : known;
    }

    @Override
    public void allowLongInvoices(boolean longOnes) {
        ConfigEntry limit =
                new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(longOnes ? LONG : SHORT));
        ask(admin -> admin.incrementalAlterConfigs(Map.of(TOPIC, List.of(new AlterConfigOp(limit, OpType.SET))))
                .all()
                .get());
        allowed = longOnes;
    }

    /** After a restart, the topic still has its former settings. */
    private boolean read() {
        Config config = ask(admin ->
                requireNonNull(admin.describeConfigs(List.of(TOPIC)).all().get().get(TOPIC)));
        String limit = config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value();
        boolean longOnes = Integer.parseInt(limit) > SHORT;
        allowed = longOnes;
        return longOnes;
    }

    private <T> T ask(Question<T> question) {
        try (Admin admin = Admin.create(kafka.getConfigurationProperties())) {
            return question.ask(admin);
        } catch (ExecutionException e) {
            throw new IllegalStateException("Kafka did not answer about " + TOPIC, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while asking Kafka about " + TOPIC, e);
        }
    }

    private interface Question<T> {

        T ask(Admin admin) throws ExecutionException, InterruptedException;
    }
}
