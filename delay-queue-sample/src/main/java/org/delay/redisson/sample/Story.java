package org.delay.redisson.sample;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Four customers: one pays, one gets more time, two do nothing. Ends when every order is paid or given up. */
@Slf4j
@Component
@RequiredArgsConstructor
class Story implements ApplicationRunner {

    private static final Order TEA = new Order("A1", "tea", new BigDecimal("2.40"));
    private static final Order COFFEE = new Order("A2", "coffee", new BigDecimal("3.10"));
    private static final Order CAKE = new Order("A3", "cake", new BigDecimal("4.80"));
    private static final Order COCOA = new Order("A4", "cocoa", new BigDecimal("3.60"));

    private static final int GIVEN_UP = 3;

    private final OrderService service;
    private final BlockingQueue<OrderGivenUp> givenUp = new LinkedBlockingQueue<>();

    @Override
    public void run(ApplicationArguments arguments) throws Exception {
        log.info("An order is given up when its timeout arrives, unless it was paid.");
        service.place(TEA, 2);
        service.place(COFFEE, 4);
        service.place(CAKE, 3);
        service.place(COCOA, 4);
        Executor aSecondLater = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);
        CompletableFuture.runAsync(this::somethingHappens, aSecondLater).get();
        end();
    }

    private void somethingHappens() {
        service.pay(COFFEE);
        service.giveMoreTime(CAKE, Duration.ofSeconds(4));
    }

    @EventListener
    void hear(OrderGivenUp event) {
        givenUp.add(event);
    }

    private void end() throws InterruptedException {
        List<Long> lateness = new ArrayList<>();
        while (lateness.size() < GIVEN_UP) {
            OrderGivenUp event = givenUp.poll(30, TimeUnit.SECONDS);
            if (event == null) {
                throw new IllegalStateException("A timeout did not arrive within 30 s");
            }
            lateness.add(event.lateness().toMillis());
        }
        log.info(
                "The end: {} timeouts arrived, {} to {} ms late.",
                GIVEN_UP,
                Collections.min(lateness),
                Collections.max(lateness));
    }
}
