package org.delay.redisson.sample;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.autoconfigure.DeadLetterEvent;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Three customers: one pays, one gets more time, one is reminded. Ends when all of their messages have arrived. */
@Slf4j
@Component
@ConditionalOnBooleanProperty(name = "sample.story", matchIfMissing = true)
@RequiredArgsConstructor
class Story {

    private static final Duration A_MOMENT = Duration.ofMillis(500);
    private static final Duration TIME_TO_PAY = Duration.ofSeconds(3);
    /** Redis stays empty for so long on a slow machine. */
    private static final Duration RESTORE = Duration.ofSeconds(7);

    private static final long PATIENCE_SECONDS = 30;

    private final OrderService service;
    private final DeadLetters deadLetters;
    private final Accounting accounting;
    private final ObjectProvider<LossOfRedis> loss;
    private final ObjectProvider<Thanks> thanks;

    private final BlockingQueue<Arrived> arrived = new LinkedBlockingQueue<>();
    private final BlockingQueue<DeadLetterEvent> dead = new LinkedBlockingQueue<>();

    void tell() throws InterruptedException {
        log.info("An order that is not paid in time is cancelled; one that is paid is shipped and invoiced.");
        accounting.allowLongInvoices(false);
        Duration least = loss.getIfAvailable() == null ? TIME_TO_PAY : TIME_TO_PAY.plus(RESTORE);
        Order tea = service.place("tea", new BigDecimal("2.40"), least.plusSeconds(2));
        Order coffee = service.place("coffee", new BigDecimal("3.10"), least.plusSeconds(1));
        Order cake = service.place("cake", new BigDecimal("4.80"), least);
        service.remind(tea.id());
        aMomentLater(() -> service.remind(tea.id()));
        loss.ifAvailable(LossOfRedis::happen);
        aMomentLater(() -> {
            service.pay(coffee.id());
            thanks.ifAvailable(later -> later.sendLater(coffee));
            service.giveMoreTime(cake.id(), TIME_TO_PAY);
        });

        next(dead, "dead letter");
        aMomentLater(this::allowLongInvoices);
        aMomentLater(() -> deadLetters.redrive(Topics.INVOICE, coffee.id()));

        List<String> expected = new ArrayList<>(List.of(
                place(Topics.PAYMENT_REMINDER, tea),
                place(Topics.ORDER_TIMEOUT, tea),
                place(Topics.ORDER_TIMEOUT, cake),
                place(Topics.SHIPMENT, coffee),
                place(Topics.INVOICE, coffee)));
        thanks.ifAvailable(sent -> expected.add(place(Topics.THANKS, coffee)));
        Collection<Long> lateness = lateness(expected);
        log.info(
                "The end: {} messages arrived, {} to {} ms late.",
                lateness.size(),
                Collections.min(lateness),
                Collections.max(lateness));
    }

    @EventListener
    void hear(Arrived event) {
        arrived.add(event);
    }

    @EventListener
    void hear(DeadLetterEvent event) {
        dead.add(event);
    }

    private void allowLongInvoices() {
        log.info("Accounting is told to take invoices as long as this one.");
        accounting.allowLongInvoices(true);
    }

    /** Returns the lateness of each of these messages in milliseconds, once all have arrived. */
    private Collection<Long> lateness(Collection<String> expected) throws InterruptedException {
        Map<String, Long> lateness = new HashMap<>();
        while (!lateness.keySet().containsAll(expected)) {
            Arrived message = next(arrived, "message");
            lateness.put(
                    message.topic() + " " + message.orderId(),
                    message.lateness().toMillis());
        }
        return lateness.values();
    }

    private static String place(String topic, Order order) {
        return topic + " " + order.id();
    }

    private static void aMomentLater(Runnable task) {
        CompletableFuture.runAsync(task, CompletableFuture.delayedExecutor(A_MOMENT.toMillis(), TimeUnit.MILLISECONDS))
                .join();
    }

    private static <T> T next(BlockingQueue<T> queue, String what) throws InterruptedException {
        T next = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (next == null) {
            throw new IllegalStateException("No " + what + " came within " + PATIENCE_SECONDS + " s");
        }
        return next;
    }
}
