package org.delay.redisson.sample;

import static java.util.stream.Collectors.groupingBy;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.springframework.stereotype.Service;

/** Combines orders with their messages. */
@Service
@RequiredArgsConstructor
class BoardService {

    private static final int MOST_ORDERS = 50;
    private static final int MOST_MESSAGES = 200;

    private final Orders orders;
    private final DelayQueueMessage queue;
    private final DeadLetters deadLetters;
    private final Accounting accounting;

    Board board() {
        Map<String, List<PendingMessage>> messages = Topics.ALL.stream()
                .flatMap(topic -> Stream.concat(list(topic, State.LEASED), list(topic, State.DUE)))
                .sorted(Comparator.comparing(PendingMessage::at))
                .collect(groupingBy(PendingMessage::orderId));
        List<Board.Entry> entries = orders.all().stream()
                .limit(MOST_ORDERS)
                .map(order -> new Board.Entry(order, messages.getOrDefault(order.id(), List.of())))
                .toList();
        return new Board(Instant.now(), accounting.allowsLongInvoices(), entries, dead());
    }

    private Stream<PendingMessage> list(String topic, State state) {
        return queue.list(topic, state, null, MOST_MESSAGES).messages().stream().map(PendingMessage::of);
    }

    private List<PendingMessage> dead() {
        return deadLetters.list().stream().map(PendingMessage::of).toList();
    }
}
