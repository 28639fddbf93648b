package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.junit.jupiter.api.Test;

/** Which sends go with which call. */
class LaneQueueTest {

    private final LaneQueue queue = new LaneQueue();

    @Test
    void whatComesWhileTwoCallsAreUnderWayGoesWithTheNextOne() {
        queue.add(sends("a"));
        List<PendingSend> first = take();
        queue.add(sends("b"));
        List<PendingSend> second = take();
        queue.add(sends("c"));
        queue.add(sends("d"));

        assertThat(ids(first)).containsExactly("a");
        assertThat(ids(second)).containsExactly("b");
        assertThat(take()).isEmpty();
        queue.end(second);
        assertThat(ids(take())).containsExactly("c", "d");
        assertThat(take()).isEmpty();
    }

    @Test
    void anIdIsUnderWayOnceOnly() {
        queue.add(sends("a", "b", "a", "c"));

        List<PendingSend> first = take();

        assertThat(ids(first)).containsExactly("a", "b");
        assertThat(take()).isEmpty();
        queue.end(first);
        assertThat(ids(take())).containsExactly("a", "c");
    }

    @Test
    void aCallTakesTwoHundredMessages() {
        queue.add(sends(IntStream.range(0, 450).mapToObj(String::valueOf).toArray(String[]::new)));

        List<PendingSend> first = take();
        assertThat(first).hasSize(200);
        assertThat(take()).hasSize(200);
        queue.end(first);
        assertThat(take()).hasSize(50);
    }

    @Test
    void aCallTakesTwoMebibytesOrOneMessage() {
        String half = "x".repeat(1024 * 1024);
        queue.add(List.of(send("a", half), send("b", half), send("c", "x"), send("d", half + half + half)));

        List<PendingSend> first = take();
        assertThat(ids(first)).containsExactly("a", "b");
        assertThat(ids(take())).containsExactly("c");
        queue.end(first);
        assertThat(ids(take())).containsExactly("d");
    }

    @Test
    void itIsIdleWhenNothingWaitsAndNothingIsUnderWay() {
        assertThat(queue.isIdle()).isTrue();
        queue.add(sends("a"));
        assertThat(queue.isIdle()).isFalse();
        List<PendingSend> call = take();
        assertThat(queue.isIdle()).isFalse();
        queue.end(call);
        assertThat(queue.isIdle()).isTrue();
    }

    private List<PendingSend> take() {
        List<PendingSend> batch = new ArrayList<>();
        queue.takeInto(batch);
        return batch;
    }

    private static List<String> ids(List<PendingSend> batch) {
        return batch.stream().map(pending -> pending.send().id()).toList();
    }

    private static List<PendingSend> sends(String... ids) {
        return List.of(ids).stream().map(id -> send(id, "x")).toList();
    }

    private static PendingSend send(String id, String stored) {
        return new PendingSend(new Send("orders", id, false, "+0", 4, OnDuplicate.REPLACE, stored));
    }
}
