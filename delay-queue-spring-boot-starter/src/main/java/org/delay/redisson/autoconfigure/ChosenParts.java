package org.delay.redisson.autoconfigure;

import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;

/** Which of several possible parts the queue has got. As text it is for people. */
record ChosenParts(
        ObjectProvider<RedisConnection> connections,
        ObjectProvider<DelayQueueMessage> queues,
        BodyConverter converter) {

    @Override
    public String toString() {
        return "uses " + storage() + " and writes bodies with " + writer();
    }

    private String storage() {
        RedisConnection connection = connections.getIfAvailable();
        if (connection != null) {
            return connection.toString();
        }
        DelayQueueMessage queue = queues.getIfUnique();
        return "the application's "
                + (queue == null ? "queue" : ClassUtils.getUserClass(queue).getName());
    }

    /** The library's own converters say which JSON library they use. */
    private String writer() {
        Class<?> type = ClassUtils.getUserClass(converter);
        boolean isOurs = type.getPackageName().equals(FastjsonBodyConverter.class.getPackageName());
        return isOurs ? converter.toString() : type.getName();
    }
}
