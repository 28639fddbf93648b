package org.delay.redisson.sample;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.autoconfigure.DeadLetterEvent;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Three customers: one pays, one gets more time, one is reminded. Ends when each order is shipped or cancelled. */
@Slf4j
@Component
@ConditionalOnBooleanProperty(name = "sample.story", matchIfMissing = true)
@RequiredArgsConstructor
class Story implements ApplicationRunner {

    private static final long PATIENCE_SECONDS = 30;

    private final OrderService service;
    private final Orders orders;
    private final DeadLetters deadLetters;
    private final Accounting accounting;

    private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
    private final List<Long> lateness = new ArrayList<>();

    @Override
    public void run(ApplicationArguments arguments) throws InterruptedException {
        log.info("An order that is not paid in time is cancelled; one that is paid is shipped and invoiced.");
        accounting.allowLongInvoices(false);
        Order tea = service.place("tea", new BigDecimal("2.40"), Duration.ofSeconds(5));
        Order coffee = service.place("coffee", new BigDecimal("3.10"), Duration.ofSeconds(4));
        Order cake = service.place("cake", new BigDecimal("4.80"), Duration.ofSeconds(2));
        service.remind(tea.id());
        after(Duration.ofMillis(500), () -> service.remind(tea.id()));
        after(Duration.ofMillis(500), () -> service.pay(coffee.id()));
        service.giveMoreTime(cake.id(), Duration.ofSeconds(3));

        await("the invoice's end", () -> isDead(Topics.INVOICE, coffee));
        log.info("Accounting is told to take invoices as long as this one.");
        accounting.allowLongInvoices(true);
        after(Duration.ofMillis(500), () -> deadLetters.redrive(Topics.INVOICE, coffee.id()));

        await("the tea's end", () -> is(tea, OrderState.CANCELLED));
        await("the cake's end", () -> is(cake, OrderState.CANCELLED));
        await("the coffee's end", () -> is(coffee, OrderState.SHIPPED));
        await("the invoice", () -> orders.find(coffee.id()).orElseThrow().invoiced());
        log.info(
                "The end: {} messages arrived, {} to {} ms late.",
                lateness.size(),
                Collections.min(lateness),
                Collections.max(lateness));
    }

    @EventListener
    void hear(Arrived event) {
        heard.add(event);
    }

    @EventListener
    void hear(DeadLetterEvent event) {
        heard.add(event);
    }

    private static void after(Duration time, Runnable task) {
        CompletableFuture.runAsync(task, CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS))
                .join();
    }

    private boolean is(Order order, OrderState state) {
        return orders.find(order.id()).orElseThrow().state() == state;
    }

    private boolean isDead(String topic, Order order) {
        return deadLetters.list().stream()
                .map(StoredMessage::message)
                .anyMatch(
                        message -> message.topic().equals(topic) && message.id().equals(order.id()));
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Object event = heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (event == null) {
                throw new IllegalStateException("Waited " + PATIENCE_SECONDS + " s in vain for " + what);
            }
            if (event instanceof Arrived arrived) {
                lateness.add(arrived.lateness().toMillis());
            }
        }
    }
}
