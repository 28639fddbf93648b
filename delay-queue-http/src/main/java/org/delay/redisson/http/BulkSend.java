package org.delay.redisson.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueException.PartlySent;
import org.delay.redisson.DelayQueueException.Refused;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;

/** Sends the messages of one request that are valid, and tells of each what became of it, in the order of the request. */
@RequiredArgsConstructor
final class BulkSend {

    private static final int MOST = 1_000;

    /** A send of the queue takes as long at most. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final DelayQueueMessageProducer producer;
    private final Limits limits;

    /** One entry for each message: a receipt or a problem. */
    List<Map<String, Object>> send(ApiCall call) {
        JsonFields request = call.json();
        List<JsonFields> wanted = request.objects("messages", Math.min(MOST, limits.bulk()));
        request.end();
        List<Object> entries = wanted.stream().map(one -> read(call, one)).toList();
        IdentityHashMap<OutgoingMessage, Map<String, Object>> results = new IdentityHashMap<>();
        long until = System.nanoTime() + LONGEST.toNanos();
        boolean answers = true;
        for (List<OutgoingMessage> distinct : distinct(entries)) {
            answers = answers && System.nanoTime() - until < 0;
            if (answers) {
                answers = send(distinct, results);
            } else {
                distinct.forEach(message -> results.put(message, notSent(message)));
            }
        }
        return entries.stream()
                .map(entry -> entry instanceof ApiProblem problem ? problem.members() : results.get(entry))
                .toList();
    }

    private Object read(ApiCall call, JsonFields fields) {
        try {
            String topic = Checks.topic(fields.required("topic"));
            call.require(ApiPermission.SEND, topic);
            return MessageRequest.of(topic, fields, limits);
        } catch (ApiProblem | IllegalArgumentException e) {
            return Problems.of(e);
        }
    }

    /** The messages, in lists that have none twice: of two with the same id, the queue does not say which one it refused. */
    private static Collection<List<OutgoingMessage>> distinct(List<Object> entries) {
        Map<Key, Integer> times = new HashMap<>();
        Map<Integer, List<OutgoingMessage>> lists = new TreeMap<>();
        for (Object entry : entries) {
            if (entry instanceof OutgoingMessage message) {
                int time = times.merge(Key.of(message), 1, Integer::sum);
                lists.computeIfAbsent(time, unused -> new ArrayList<>()).add(message);
            }
        }
        return lists.values();
    }

    /** Returns false if the queue did not answer: it would have each further call wait as long. */
    private boolean send(
            List<OutgoingMessage> messages, IdentityHashMap<OutgoingMessage, Map<String, Object>> results) {
        Map<Key, Map<String, Object>> answers = new HashMap<>();
        List<DelayQueueException> failures = List.of();
        try {
            producer.sendMessages(messages)
                    .forEach(receipt -> answers.put(Key.of(receipt), MessageJson.receipt(receipt)));
        } catch (PartlySent e) {
            failures = e.failures();
            e.receipts().forEach(receipt -> answers.put(Key.of(receipt), MessageJson.receipt(receipt)));
            failures.forEach(failure -> failure.ids()
                    .forEach(id -> answers.put(new Key(failure.topic(), id), problem(failure, failure.topic(), id))));
        } catch (DelayQueueException e) {
            failures = List.of(e);
            messages.forEach(
                    message -> answers.put(Key.of(message), problem(e, message.topic(), String.valueOf(message.id()))));
        }
        messages.forEach(message -> results.put(
                message, Objects.requireNonNullElseGet(answers.get(Key.of(message)), () -> unknown(message))));
        return failures.stream().noneMatch(BulkSend::isNoAnswer);
    }

    private static boolean isNoAnswer(DelayQueueException failure) {
        return failure instanceof Refused || failure instanceof OutcomeUnknown;
    }

    private static Map<String, Object> problem(DelayQueueException failure, String topic, String id) {
        return Problems.of(failure).with("topic", topic).with("id", id).members();
    }

    private static Map<String, Object> notSent(OutgoingMessage message) {
        return problem(
                message,
                ApiProblem.UNAVAILABLE,
                "refused",
                "This message was not sent, because earlier ones with its id took too long");
    }

    private static Map<String, Object> unknown(OutgoingMessage message) {
        return problem(
                message,
                ApiProblem.UNKNOWN,
                "outcome-unknown",
                "The queue did not say what became of this message: repeat it under its id");
    }

    private static Map<String, Object> problem(OutgoingMessage message, int status, String type, String detail) {
        return new ApiProblem(status, type, detail)
                .with("topic", message.topic())
                .with("id", message.id())
                .members();
    }

    private record Key(String topic, String id) {

        static Key of(OutgoingMessage message) {
            return new Key(message.topic(), String.valueOf(message.id()));
        }

        static Key of(Receipt receipt) {
            return new Key(receipt.topic(), receipt.id());
        }
    }
}
