package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private static final int LARGE = 16 << 20;

    private final Turns turns = new Turns(1);
    private final List<Request> granted = new ArrayList<>();

    /** A request that tells when it has its turn. */
    private final class Request implements Runnable {

        @Override
        public void run() {
            granted.add(this);
        }
    }

    @Test
    void theOneThatWaitsLongestHasTheNextTurn() {
        Request first = new Request();
        Request second = new Request();
        assertThat(turns.take()).isTrue();
        assertThat(turns.take()).isFalse();
        assertThat(turns.await(first, 1)).isTrue();
        assertThat(turns.await(second, 1)).isTrue();
        assertThat(granted).isEmpty();

        turns.end();
        assertThat(granted).containsExactly(first);
        assertThat(turns.leave(first)).isFalse();
        turns.end();
        assertThat(granted).containsExactly(first, second);
        turns.end();
        assertThat(turns.take()).isTrue();
    }

    @Test
    void thoseThatHaveGoneGetNoTurn() {
        Request gone = new Request();
        assertThat(turns.take()).isTrue();
        assertThat(turns.await(gone, 1)).isTrue();
        assertThat(turns.leave(gone)).isTrue();

        turns.end();
        assertThat(granted).isEmpty();
        assertThat(turns.take()).isTrue();
    }

    @Test
    void thoseThatFindNoMemoryToWaitInAreRefusedUntilOthersHaveGone() {
        assertThat(turns.take()).isTrue();
        Deque<Request> waiting = new ArrayDeque<>();
        Request refused = new Request();
        while (turns.await(refused, LARGE)) {
            waiting.add(refused);
            refused = new Request();
        }
        assertThat(waiting).isNotEmpty();
        assertThat((waiting.size() - 1L) * LARGE).isLessThan(HeapRoom.bodies());

        while (!waiting.isEmpty()) {
            assertThat(turns.leave(waiting.remove())).isTrue();
        }
        assertThat(turns.await(refused, LARGE)).isTrue();
    }
}
