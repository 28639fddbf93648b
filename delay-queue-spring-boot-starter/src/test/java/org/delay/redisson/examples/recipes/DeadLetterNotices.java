package org.delay.redisson.examples.recipes;

import java.time.Duration;
import java.util.Map;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.autoconfigure.DeadLetterEvent;
import org.delay.redisson.listener.DelayQueueListener;
import org.springframework.context.event.EventListener;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;

/** Tells a chat of dead letters, once a minute and topic at most. */
class DeadLetterNotices {

    private final DelayQueueMessageProducer producer;
    private final DelayQueueMessage queue;
    private final RestClient chat;

    DeadLetterNotices(DelayQueueMessageProducer producer, DelayQueueMessage queue, RestClient chat) {
        this.producer = producer;
        this.queue = queue;
        this.chat = chat;
    }

    // tag::dead-letter-notices[]
    record Notice(String topic, String error) {}

    @EventListener
    public void onDeadLetter(DeadLetterEvent event) {
        String topic = event.message().topic();
        if (!topic.equals("dead-letter-notice")) {
            producer.sendMessage(OutgoingMessage.to("dead-letter-notice")
                    .id(topic)
                    .body(new Notice(topic, event.error()))
                    .delay(Duration.ofMinutes(1))
                    .onDuplicate(OnDuplicate.KEEP)
                    .build());
        }
    }

    @DelayQueueListener(topics = "dead-letter-notice")
    public void tell(Notice notice) {
        long dead = queue.counts(notice.topic()).dead();
        String text = "%s has %d dead letters, for example: %s".formatted(notice.topic(), dead, notice.error());
        chat.post()
                .contentType(MediaType.APPLICATION_JSON)
                .body(Map.of("text", text))
                .retrieve()
                .toBodilessEntity();
    }
    // end::dead-letter-notices[]
}
