package org.delay.redisson.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueException.Duplicate;
import org.delay.redisson.DelayQueueException.PartlySent;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;

/** Sends the messages of one request that are valid, and tells of each what became of it, in the order of the request. */
@RequiredArgsConstructor
final class BulkSend {

    private static final int MOST = 1_000;

    private final DelayQueueMessageProducer producer;
    private final Limits limits;

    /** One entry for each message: a receipt or a problem. */
    List<Map<String, Object>> send(ApiCall call) {
        JsonFields request = call.json();
        List<JsonFields> wanted = request.objects("messages", Math.min(MOST, limits.bulk()));
        request.end();
        List<Object> entries = wanted.stream().map(one -> read(call, one)).toList();
        Results results = new Results();
        for (List<OutgoingMessage> distinct : distinct(entries)) {
            if (!send(distinct, results)) {
                break;
            }
        }
        return entries.stream()
                .map(entry -> entry instanceof OutgoingMessage message
                        ? results.next(message)
                        : ((ApiProblem) entry).members())
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
    private boolean send(List<OutgoingMessage> messages, Results results) {
        try {
            producer.sendMessages(messages).forEach(results::add);
            return true;
        } catch (PartlySent e) {
            e.receipts().forEach(results::add);
            e.failures().forEach(results::add);
            return e.failures().stream().allMatch(Duplicate.class::isInstance);
        } catch (DelayQueueException e) {
            // What concerns a single message is not thrown as one of several.
            results.add(e);
            return e instanceof Duplicate;
        }
    }

    private record Key(String topic, String id) {

        static Key of(OutgoingMessage message) {
            return new Key(message.topic(), String.valueOf(message.id()));
        }
    }

    /** By topic and id, since receipts and failures come in lists of their own. */
    private static final class Results {

        private final Map<Key, Deque<Map<String, Object>>> byKey = new HashMap<>();

        void add(Receipt receipt) {
            add(new Key(receipt.topic(), receipt.id()), MessageJson.receipt(receipt));
        }

        void add(DelayQueueException one) {
            one.ids()
                    .forEach(id -> add(
                            new Key(one.topic(), id),
                            Problems.of(one).with("id", id).members()));
        }

        private void add(Key key, Map<String, Object> result) {
            byKey.computeIfAbsent(key, unused -> new ArrayDeque<>()).add(result);
        }

        Map<String, Object> next(OutgoingMessage message) {
            Deque<Map<String, Object>> results = byKey.get(Key.of(message));
            Map<String, Object> result = results == null ? null : results.poll();
            return result != null ? result : unknown(message).members();
        }

        private ApiProblem unknown(OutgoingMessage message) {
            return new ApiProblem(
                            ApiProblem.UNKNOWN,
                            "outcome-unknown",
                            "The queue did not say what became of this message: repeat it under its id")
                    .with("topic", message.topic())
                    .with("id", message.id());
        }
    }
}
