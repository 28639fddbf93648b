package org.delay.redisson.sample;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Receipt;
import org.delay.redisson.RescheduleResult;
import org.springframework.stereotype.Service;

/** What customers do with orders. */
@Slf4j
@Service
@RequiredArgsConstructor
class OrderService {

    private final DelayQueueMessageProducer producer;
    private final Orders orders;

    void place(Order order, long secondsToPay) {
        Receipt receipt = producer.sendMessage("order-timeout", order, secondsToPay, TimeUnit.SECONDS);
        orders.open(order, receipt.id());
        log.info("{} placed     timeout due {}", Words.name(order), Words.time(receipt.dueTime()));
    }

    void pay(Order order) {
        if (!orders.pay(order)) {
            log.info("{} paid       too late", Words.name(order));
            return;
        }
        CancelResult result = producer.cancel("order-timeout", orders.timeoutIdOf(order));
        log.info("{} paid       timeout {}", Words.name(order), result);
    }

    void giveMoreTime(Order order, Duration time) {
        RescheduleResult result = producer.reschedule("order-timeout", orders.timeoutIdOf(order), time);
        log.info("{} more time  timeout {}, due in {} s", Words.name(order), result, time.toSeconds());
    }
}
