package org.delay.redisson.rabbit;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.Headers;
import org.delay.redisson.PermanentFailure;
import org.jspecify.annotations.Nullable;

/** A channel with confirmations that is used by one publication after the other. */
@Slf4j
final class PublisherChannel {

    private final Channel channel;
    private volatile @Nullable Publication current;
    private volatile long first;

    private PublisherChannel(Channel channel) {
        this.channel = channel;
    }

    /** @throws IOException if the connection is closed, or has as many channels as the broker allows */
    static PublisherChannel open(Connection connection) throws IOException {
        Channel channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("the connection has no channel left (channel_max)");
        }
        PublisherChannel publisher = new PublisherChannel(channel);
        var unused = channel.addConfirmListener(
                (number, multiple) -> publisher.answered(number, multiple, true),
                (number, multiple) -> publisher.answered(number, multiple, false));
        var ignored = channel.addReturnListener(publisher::returned);
        channel.addShutdownListener(publisher::closed);
        channel.confirmSelect();
        return publisher;
    }

    /**
     * Publishes the messages, and does not wait for the broker's answers. Blocks for as long as the connection takes no data. What
     * fails ends the publication.
     */
    void publish(Publication publication) {
        if (publication.end() != null) {
            return;
        }
        first = channel.getNextPublishSeqNo();
        current = publication;
        try {
            List<AddressedMessage> messages = publication.messages();
            for (int i = 0; i < messages.size() && publication.publish(i); i++) {
                AddressedMessage message = messages.get(i);
                channel.basicPublish(
                        message.exchange(), message.routingKey(), true, message.properties(), message.body());
            }
        } catch (IllegalArgumentException | IllegalStateException e) {
            publication.end(new PermanentFailure("RabbitMQ's client refuses the message: " + e.getMessage(), e));
        } catch (IOException | RuntimeException | Error e) {
            publication.end(e);
        }
    }

    /**
     * Blocks until the broker answers something that has no effect: the channel has confirmations already. Throws the signal if the
     * channel is closed meanwhile. The client's own method would not ask a second time.
     */
    void awaitOtherAnswer() throws IOException {
        try {
            var unused = channel.rpc(new AMQP.Confirm.Select.Builder().build());
        } catch (IOException e) {
            if (e.getCause() instanceof ShutdownSignalException reason) {
                throw reason;
            }
            throw e;
        }
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Whether it can publish again: it is open, and no answer is missing. */
    boolean isReusable() {
        Publication last = current;
        return isOpen() && (last == null || last.end() == null);
    }

    /** Closes it without a failure. May block for as long as the connection takes no data. */
    void close() {
        try {
            channel.abort();
        } catch (IOException | RuntimeException e) {
            log.debug("The channel is closed already", e);
        }
    }

    private void answered(long number, boolean multiple, boolean confirmed) {
        Publication publication = current;
        if (publication != null) {
            int index = (int) (number - first);
            publication.answered(multiple ? 0 : index, index, confirmed);
        }
    }

    private void returned(Return message) {
        Publication publication = current;
        Map<String, Object> headers = message.getProperties().getHeaders();
        if (publication != null && headers != null) {
            publication.returned(String.valueOf(headers.get(Headers.ID)));
        }
    }

    private void closed(ShutdownSignalException reason) {
        Publication publication = current;
        if (publication != null) {
            publication.end(reason);
        }
    }
}
