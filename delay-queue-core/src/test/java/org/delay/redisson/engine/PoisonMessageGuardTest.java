package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class PoisonMessageGuardTest {

    private final ManualTicker ticker = new ManualTicker();
    private final PoisonMessageGuard guard = new PoisonMessageGuard(ticker);
    private final WorkerId one = new WorkerId();
    private final WorkerId other = new WorkerId();

    private static <T> CompletableFuture<T> meanwhile(Supplier<T> task) {
        CompletableFuture<T> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> done.complete(task.get()));
        thread.setDaemon(true);
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING && thread.isAlive()) {
            Thread.onSpinWait();
        }
        return done;
    }

    private CompletableFuture<Boolean> claiming(WorkerId worker) {
        return meanwhile(() -> guard.claiming(worker));
    }

    @Test
    void oneEntersAndTheNextOneWhenItIsSettledByWhomeverThatIs() {
        assertThat(guard.enter(one)).isTrue();
        assertThat(guard.enter(other)).isFalse();

        guard.leave(other);
        assertThat(guard.enter(other)).as("only who entered leaves").isFalse();
        guard.leave(one);
        assertThat(guard.enter(other)).isTrue();
    }

    @Test
    void itWaitsForTheClaimsThatAreUnderWayButNotForItsOwn() throws Exception {
        guard.claiming(one);
        guard.claiming(other);
        CompletableFuture<Boolean> entered = meanwhile(() -> guard.enter(one));
        assertThat(entered).isNotDone();
        assertThat(guard.enter(other)).isFalse();

        guard.claimed(other);

        assertThat(entered.get(2, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void itGoesBackWhereAClaimHasNoAnswer() throws Exception {
        guard.claiming(other);
        CompletableFuture<Boolean> entered = meanwhile(() -> guard.enter(one));

        ticker.tick(PoisonMessageGuard.ALONE);

        assertThat(entered.get(2, TimeUnit.MINUTES)).isFalse();
        guard.claimed(other);
        guard.claimed(one);
        assertThat(guard.enter(other)).isTrue();
    }

    @Test
    void nobodyClaimsForAWhileAfterItsHandlerBegan() throws Exception {
        assertThat(guard.enter(one)).isTrue();
        CompletableFuture<Boolean> claiming = claiming(other);
        assertThat(claiming).isNotDone();

        ticker.tick(PoisonMessageGuard.ALONE.plus(Duration.ofMillis(1)));

        assertThat(claiming.get(2, TimeUnit.MINUTES)).isTrue();
        assertThat(guard.enter(other)).isFalse();
    }

    @Test
    void claimsGoOnWhenItIsSettledOrAtTheEnd() throws Exception {
        assertThat(guard.enter(one)).isTrue();
        CompletableFuture<Boolean> claiming = claiming(other);
        guard.leave(one);
        assertThat(claiming.get(2, TimeUnit.MINUTES)).isTrue();

        guard.claimed(other);
        assertThat(guard.enter(one)).isTrue();
        CompletableFuture<Boolean> last = claiming(other);
        guard.end();
        assertThat(last.get(2, TimeUnit.MINUTES))
                .as("there is nothing more to claim")
                .isFalse();
    }
}
