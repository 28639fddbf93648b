package org.delay.redisson.rabbit;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stands for a channel, and keeps what is published on it. So everything that {@code RabbitTemplate} does to a message before it is
 * published is done, without a connection. For one thread.
 */
final class CapturedPublish implements InvocationHandler {

    private @Nullable RabbitEnvelope published;

    private CapturedPublish() {}

    /** What is published on the channel that the action gets. */
    static RabbitEnvelope by(Consumer<Channel> action) {
        CapturedPublish capture = new CapturedPublish();
        action.accept((Channel) Proxy.newProxyInstance(
                CapturedPublish.class.getClassLoader(), new Class<?>[] {Channel.class}, capture));
        RabbitEnvelope published = capture.published;
        if (published == null) {
            throw new IllegalStateException("Nothing was published");
        }
        return published;
    }

    /** Whether it is a channel of ours. */
    static boolean isOne(Channel channel) {
        return Proxy.isProxyClass(channel.getClass()) && Proxy.getInvocationHandler(channel) instanceof CapturedPublish;
    }

    @Override
    public @Nullable Object invoke(Object channel, Method method, Object @Nullable [] arguments) {
        if (!method.getName().equals("basicPublish") || arguments == null) {
            throw new UnsupportedOperationException(
                    method.getName() + ": the message is stored, and not published yet");
        }
        // The flags between routing key and properties differ from overload to overload.
        published = new RabbitEnvelope(
                (String) arguments[0], (String) arguments[1], (BasicProperties) arguments[arguments.length - 2], (byte
                                [])
                        arguments[arguments.length - 1]);
        return null;
    }
}
