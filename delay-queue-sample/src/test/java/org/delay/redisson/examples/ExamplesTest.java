package org.delay.redisson.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.examples.kafka.Campaigns;
import org.delay.redisson.examples.kafka.KafkaExample;
import org.delay.redisson.examples.kafka.OrderService;
import org.delay.redisson.examples.kafka.Receipts;
import org.delay.redisson.examples.kafka.Reminders;
import org.delay.redisson.examples.plain.PlainExample;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The examples do what the README says that they do. */
class ExamplesTest {

    private static final Order ORDER = new Order("4711", new BigDecimal("9.90"));

    @Test
    void withKafka() throws Exception {
        try (ConfigurableApplicationContext application = SpringApplication.run(KafkaExample.class)) {
            Orders orders = application.getBean(Orders.class);
            Receipt receipt = application.getBean(OrderService.class).place(ORDER);
            assertThat(receipt.outcome()).isEqualTo(Outcome.SCHEDULED);
            assertThat(atOnce(application, receipt)).isEqualTo(RescheduleResult.RESCHEDULED);
            assertThat(orders.nextCall()).isEqualTo("cancel 4711");

            assertThatSendsSayWhatTheyShould(application);
            assertThatHeadersAreRead(application.getBean(DelayQueueMessageProducer.class), orders);
            assertThatRemindersAreCancelledAndKept(application.getBean(Reminders.class));
            assertThatDuplicatesAreDropped(application.getBean(Reminders.class), orders);
        }
    }

    private static void assertThatSendsSayWhatTheyShould(ConfigurableApplicationContext application) {
        Campaigns campaigns = application.getBean(Campaigns.class);
        Receipts receipts = application.getBean(Receipts.class);
        Instant opening = Instant.parse("2031-05-04T10:20:30Z");

        Receipt announced = campaigns.announce(ORDER, opening);
        assertThat(announced.dueTime()).isEqualTo(opening);
        assertThat(receipts.postponed(announced, Duration.ofDays(1))).isTrue();
        assertThat(receipts.willNotArrive(announced)).isTrue();
        assertThat(receipts.changeMind(ORDER)).isEqualTo(CancelResult.CANCELLED);
        assertThat(receipts.willNotArrive(campaigns.offer(ORDER))).isTrue();
        assertThat(campaigns.remindAll(List.of(ORDER, new Order("4712", BigDecimal.TEN))))
                .extracting(Receipt::outcome)
                .containsExactly(Outcome.SCHEDULED, Outcome.SCHEDULED);
        Receipt reminded = campaigns.remindReliably(ORDER);
        assertThat(reminded.outcome()).isEqualTo(Outcome.REPLACED);
        assertThat(receipts.isNew(OutgoingMessage.to("reminder")
                        .id("4712")
                        .body(ORDER)
                        .delay(Duration.ofDays(1))
                        .onDuplicate(OnDuplicate.KEEP)
                        .build()))
                .isFalse();
        assertThat(receipts.willNotArrive(reminded)).isTrue();
        assertThat(application.getBean(Reminders.class).paid("4712")).isEqualTo(CancelResult.CANCELLED);
    }

    private static void assertThatHeadersAreRead(DelayQueueMessageProducer producer, Orders orders) throws Exception {
        producer.sendMessage(OutgoingMessage.to("offer")
                .id("o-1")
                .body(ORDER)
                .delay(Duration.ZERO)
                .build());
        assertThat(orders.nextCall()).isEqualTo("offer 4711 as o-1");
    }

    private static void assertThatRemindersAreCancelledAndKept(Reminders reminders) {
        assertThat(reminders.remindTomorrow(ORDER).outcome()).isEqualTo(Outcome.SCHEDULED);
        assertThat(reminders.remindTomorrow(ORDER).outcome()).isEqualTo(Outcome.KEPT);
        assertThat(reminders.paid("4711")).isEqualTo(CancelResult.CANCELLED);
        assertThat(reminders.paid("4711")).isEqualTo(CancelResult.NOT_FOUND);
    }

    /** The last one arrives after the duplicate, so that this was seen. */
    private static void assertThatDuplicatesAreDropped(Reminders reminders, Orders orders) throws Exception {
        remindNow(reminders, ORDER);
        assertThat(orders.nextCall()).isEqualTo("remind 4711");
        remindNow(reminders, ORDER);
        remindNow(reminders, new Order("4712", BigDecimal.TEN));
        assertThat(orders.nextCall()).isEqualTo("remind 4712");
        assertThat(orders.hasCalls()).isFalse();
    }

    /** The listener may have the last one before it is acked, and until then there is one that a send keeps. */
    private static void remindNow(Reminders reminders, Order order) {
        await().until(() -> reminders.remindTomorrow(order).outcome() == Outcome.SCHEDULED);
        assertThat(reminders.remindAfter(order.id(), Duration.ZERO)).isEqualTo(RescheduleResult.RESCHEDULED);
    }

    @Test
    void withoutKafka() throws Exception {
        try (ConfigurableApplicationContext application =
                SpringApplication.run(PlainExample.class, "--spring.kafka.bootstrap-servers=none")) {
            Receipt receipt = application
                    .getBean(DelayQueueMessageProducer.class)
                    .sendMessage("order-timeout", ORDER, Duration.ofMinutes(30));
            assertThat(atOnce(application, receipt)).isEqualTo(RescheduleResult.RESCHEDULED);
            assertThat(application.getBean(Orders.class).nextCall()).isEqualTo("cancel 4711");
        }
    }

    private static RescheduleResult atOnce(ConfigurableApplicationContext application, Receipt receipt) {
        return application
                .getBean(DelayQueueMessageProducer.class)
                .reschedule(receipt.topic(), receipt.id(), Duration.ZERO);
    }
}
