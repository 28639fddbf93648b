package org.delay.redisson.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.Load;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.TopicFigures;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;

/** Reports show what the caller may see, and many callers cost what one does. */
class QueueReportsTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private static final Access ORDERS_ONLY = (permission, topic) -> topic.equals("orders");

    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
    private final AtomicInteger loads = new AtomicInteger();
    private final QueueReports reports = reports();

    private QueueReports reports() {
        DelayQueueTopicRegistrar registrar = new DelayQueueTopicRegistrar() {
            @Override
            public void registrar(String topic) {}

            @Override
            public Set<String> pullAll() {
                return Set.of("orders", "refunds");
            }
        };
        ForwardingDelayQueue counting = new ForwardingDelayQueue(queue) {
            @Override
            public Load load(Collection<String> topics, Duration bucket, int buckets) {
                loads.incrementAndGet();
                return super.load(topics, bucket, buckets);
            }
        };
        return new QueueReports(counting, new SharedTopicReadings(counting, registrar, Duration.ofNanos(1)));
    }

    @Test
    void theLoadIsThatOfTheTopicsThatTheCallerMaySee() {
        send("orders", "a");
        send("refunds", "b");

        LoadView all = reports.load(Access.READ_ONLY, null, LoadScale.MINUTES, LONG);
        assertThat(all.load().total()).isEqualTo(2);
        assertThat(all.load().buckets()).hasSize(120);
        assertThat(all.unread()).isEmpty();
        assertThat(all.age()).isLessThan(LONG);
        assertThat(reports.load(ORDERS_ONLY, null, LoadScale.HOURS, LONG).load().total())
                .isEqualTo(1);
        assertThat(reports.load(ORDERS_ONLY, "orders", LoadScale.DAYS, LONG)
                        .load()
                        .buckets())
                .hasSize(60);
        assertThatThrownBy(() -> reports.load(ORDERS_ONLY, "refunds", LoadScale.DAYS, LONG))
                .isInstanceOf(AccessDenied.class);
    }

    @Test
    void askedAgainSoonItMakesNoCall() {
        for (int i = 0; i < 50; i++) {
            reports.load(Access.READ_ONLY, "orders", LoadScale.MINUTES, LONG);
        }

        // A pause of the machine may make an answer old.
        assertThat(loads.get()).isLessThan(25);
    }

    @Test
    void messagesAreFoundByTheirKeyAndMasked() {
        send("orders", "a");

        assertThat(reports.findByKey(Access.FULL, "orders", "key of a", null).messages())
                .extracting(MessageView::body)
                .containsExactly("secret");
        assertThat(reports.findByKey(Access.READ_ONLY, "orders", "key of a", null)
                        .messages())
                .extracting(MessageView::body)
                .containsExactly(MessageView.MASK);
        assertThat(reports.findByKey(Access.FULL, "orders", "key", null)).isEqualTo(new KeyPage(List.of(), 1, null));
        assertThatThrownBy(() -> reports.findByKey(ORDERS_ONLY, "refunds", "key", null))
                .isInstanceOf(AccessDenied.class);
        assertThatThrownBy(() -> reports.deadByError(ORDERS_ONLY, "refunds")).isInstanceOf(AccessDenied.class);
        assertThat(reports.deadByError(ORDERS_ONLY, "orders").dead()).isZero();
    }

    @Test
    void figuresAreThoseOfTheTopicsThatTheCallerMaySee() {
        TopicFigures figures = new TopicFigures(7, 1, 2, Collections.nCopies(TopicFigures.BOUNDS.size() + 1, 1L));
        queue.addFigures(Map.of("orders", figures, "refunds", figures));

        FiguresView view = reports.figures(ORDERS_ONLY);

        assertThat(view.minutes()).hasSize(1);
        assertThat(view.ofTopic("orders")).isEqualTo(figures);
        assertThat(view.ofTopic("refunds")).isEqualTo(TopicFigures.NONE);
        assertThat(view.bestMinute()).isEqualTo(7);
        assertThat(reports.figures(Access.READ_ONLY).bestMinute()).isEqualTo(14);
    }

    private void send(String topic, String id) {
        queue.schedule(List.of(OutgoingMessage.to(topic)
                .id(id)
                .body("secret")
                .key("key of " + id)
                .delay(Duration.ofMinutes(30))
                .build()));
    }
}
