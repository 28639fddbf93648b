package org.delay.redisson.sample;

import java.util.List;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DeleteResult;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.autoconfigure.DeadLetterEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;

/** The operators' actions on dead letters: get notified, view, redrive and delete them. */
@Slf4j
@Service
@RequiredArgsConstructor
class DeadLetters {

    private static final int PAGE = 100;

    private final DelayQueueMessage queue;
    private final Orders orders;

    /** In production, this would page an operator. */
    @EventListener
    void hear(DeadLetterEvent event) {
        tell(event.message().topic(), event.message().id(), "dead letter");
        log.debug(event.error());
    }

    /** Returns the first dead letters of each topic. */
    List<StoredMessage> list() {
        return Topics.ALL.stream()
                .flatMap(topic -> queue.list(topic, State.DEAD, null, PAGE).messages().stream())
                .toList();
    }

    /** Makes a dead letter due again. */
    void redrive(String topic, String id) {
        RedriveResult result = queue.redrive(topic, id);
        switch (result) {
            case SCHEDULED -> tell(topic, id, "redriven");
            case EXISTS -> throw new OrderProblem.Conflict("A newer message " + id + " waits in " + topic + ".");
            case NOT_FOUND -> throw notFound(topic, id);
        }
    }

    void delete(String topic, String id) {
        if (queue.delete(topic, id) == DeleteResult.NOT_FOUND) {
            throw notFound(topic, id);
        }
        tell(topic, id, "deleted");
    }

    private void tell(String topic, String id, String what) {
        Optional<Order> order = orders.find(id);
        // A message may outlive its order: the orders are lost at each restart.
        log.info(order.map(found -> Words.of(found, what, topic)).orElseGet(() -> what + " " + topic + " " + id));
    }

    private static OrderProblem notFound(String topic, String id) {
        return new OrderProblem.NotFound("dead letter", id + " in " + topic);
    }
}
