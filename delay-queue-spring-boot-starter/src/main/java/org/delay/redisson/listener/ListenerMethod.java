package org.delay.redisson.listener;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueException.UnreadableBody;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.engine.settle.FailedMessages;
import org.springframework.core.ResolvableType;

/** A listener method, its parameters and its settings. Thread-safe. */
record ListenerMethod(BeanMethod method, ListenerSettings settings, Parameters parameters, BodyConverter converter) {

    /** Calls the method, and throws what it throws. */
    void deliver(List<DelayedMessage> messages) throws Exception {
        Type type = parameters.body();
        if (type == null) {
            method.invoke(parameters.of(messages, List.of()));
            return;
        }
        Map<String, UnreadableBody> unreadable = new LinkedHashMap<>();
        List<DelayedMessage> readable = new ArrayList<>();
        List<Object> bodies = new ArrayList<>();
        for (DelayedMessage message : messages) {
            try {
                bodies.add(converter.read(message.body(), type));
                readable.add(message);
            } catch (DestinationUnavailable e) {
                throw e;
            } catch (RuntimeException | StackOverflowError e) {
                unreadable.put(
                        message.id(),
                        new UnreadableBody(
                                message.topic(),
                                message.id(),
                                ResolvableType.forType(type).toClass(),
                                e));
            }
        }
        if (unreadable.isEmpty()) {
            method.invoke(parameters.of(readable, bodies));
        } else {
            deliverRest(readable, bodies, unreadable);
        }
    }

    /** One unreadable body must not stop the other messages of its batch. */
    private void deliverRest(List<DelayedMessage> readable, List<Object> bodies, Map<String, UnreadableBody> unreadable)
            throws Exception {
        Map<String, Throwable> causes = new LinkedHashMap<>(unreadable);
        if (!readable.isEmpty()) {
            try {
                method.invoke(parameters.of(readable, bodies));
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                causes.putAll(failures(readable, e));
            }
        }
        throw new PartialFailure(causes);
    }

    /** As for all consumers, an exception that names no message fails all of them. */
    private static Map<String, Throwable> failures(List<DelayedMessage> messages, Exception thrown) {
        FailedMessages failed = FailedMessages.of(
                thrown, messages.stream().map(DelayedMessage::id).toList());
        Map<String, Throwable> causes = new LinkedHashMap<>();
        for (DelayedMessage message : messages) {
            Throwable cause = failed.cause(message.id());
            if (cause != null) {
                causes.put(message.id(), cause);
            }
        }
        return causes;
    }
}
