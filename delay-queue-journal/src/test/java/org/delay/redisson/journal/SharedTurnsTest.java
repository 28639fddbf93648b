package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What waits is done together, by one of those who wait, and each gets its own answer. */
@Timeout(60)
class SharedTurnsTest {

    private static final int MOST = 4;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<List<Integer>> done = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<Thread> asking = Collections.synchronizedList(new ArrayList<>());
    private final SharedTurns<Integer, String> turns = new SharedTurns<>(MOST, this::work);

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private List<String> work(List<Integer> numbers) {
        done.add(numbers);
        if (numbers.contains(0)) {
            first.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (numbers.contains(-1)) {
            throw new IllegalStateException("refused");
        }
        return numbers.stream().map(number -> "answer to " + number).toList();
    }

    private Future<String> ask(int number) {
        return threads.submit(() -> {
            asking.add(Thread.currentThread());
            return turns.ask(number);
        });
    }

    /** The turn of 0 is under way, and these wait, in this order. */
    private List<Future<String>> waiting(int... numbers) throws InterruptedException {
        List<Future<String>> answers = new ArrayList<>();
        answers.add(ask(0));
        first.await();
        for (int number : numbers) {
            int before = asking.size();
            answers.add(ask(number));
            await().until(() -> asking.size() > before && asking.get(before).getState() == Thread.State.WAITING);
        }
        return answers;
    }

    @Test
    void whatWaitsIsDoneTogether() throws Exception {
        List<Future<String>> answers = waiting(1, 2, 3, 4, 5);
        release.countDown();

        for (int i = 0; i <= 5; i++) {
            assertThat(answers.get(i).get()).isEqualTo("answer to " + i);
        }
        assertThat(done).containsExactly(List.of(0), List.of(1, 2, 3, 4), List.of(5));
        assertThat(turns.ask(6)).isEqualTo("answer to 6");
    }

    @Test
    void afterAFailureEachIsDoneAlone() throws Exception {
        List<Future<String>> answers = waiting(1, -1, 2);
        release.countDown();

        assertThat(answers.get(1).get()).isEqualTo("answer to 1");
        assertThat(answers.get(3).get()).isEqualTo("answer to 2");
        assertThatThrownBy(() -> answers.get(2).get()).hasRootCauseMessage("refused");
        assertThat(done).contains(List.of(1, -1, 2), List.of(1), List.of(-1), List.of(2));
        assertThat(turns.ask(3)).isEqualTo("answer to 3");
    }

    @Test
    void aFailureOfOneIsItsOwn() {
        assertThatThrownBy(() -> turns.ask(-1)).hasMessage("refused");
        assertThat(done).containsExactly(List.of(-1));
        assertThat(turns.ask(1)).isEqualTo("answer to 1");
    }

    @Test
    void anInterruptDoesNotEndAWait() throws Exception {
        List<Future<String>> answers = waiting(1, 2);
        asking.get(2).interrupt();
        release.countDown();

        assertThat(answers.get(1).get()).isEqualTo("answer to 1");
        assertThat(answers.get(2).get()).isEqualTo("answer to 2");
        assertThat(done).containsExactly(List.of(0), List.of(1, 2));
    }
}
