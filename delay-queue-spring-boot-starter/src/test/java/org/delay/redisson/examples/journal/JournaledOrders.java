package org.delay.redisson.examples.journal;

import java.time.Duration;
import java.util.List;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.examples.Order;
import org.delay.redisson.journal.AdoptReport;
import org.delay.redisson.journal.AdoptRequest;
import org.delay.redisson.journal.DelayQueueJournal;
import org.delay.redisson.journal.RestoreReport;
import org.delay.redisson.journal.RestoreRequest;
import org.delay.redisson.journal.store.HistoryEntry;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** Orders whose timeouts are part of their transaction. */
@Slf4j
@RequiredArgsConstructor
class JournaledOrders {

    private final JdbcTemplate orders;
    private final DelayQueueMessageProducer producer;
    private final DelayQueueJournal journal;

    // tag::journal-send[]
    @Transactional
    public void place(Order order) {
        orders.update("insert into orders values (?, 'new')", order.id());
        producer.sendMessage(OutgoingMessage.to("order-timeout")
                .id(order.id())
                .body(order)
                .delay(Duration.ofMinutes(30))
                .build());
    }
    // end::journal-send[]

    // tag::journal-find[]
    String whatBecameOf(String topic, String id) {
        StringBuilder text = new StringBuilder();
        journal.find(topic, id).ifPresent(message -> {
            text.append(message.row().version());
            for (HistoryEntry entry : message.history()) {
                text.append('\n')
                        .append(entry.at())
                        .append(' ')
                        .append(entry.event().change());
            }
        });
        return text.toString();
    }
    // end::journal-find[]

    // tag::journal-restore[]
    RestoreReport restoreAll() {
        RestoreReport expected = journal.restore(RestoreRequest.ALL.withDryRun(true), progress -> {});
        log.info("{} of {} messages are missing", expected.missing(), expected.waiting());
        return journal.restore(RestoreRequest.ALL.withPerSecond(5_000), progress -> log.info("{}", progress));
    }
    // end::journal-restore[]

    // tag::journal-adopt[]
    AdoptReport adoptAll() {
        AdoptRequest request = AdoptRequest.of(List.of("order-timeout"));
        AdoptReport expected = journal.adopt(request.withDryRun(true), progress -> {});
        log.info("{} messages are not recorded", expected.unrecorded());
        return journal.adopt(request, progress -> log.info("{}", progress));
    }
    // end::journal-adopt[]
}
