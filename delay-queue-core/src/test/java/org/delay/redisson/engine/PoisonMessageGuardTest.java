package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.ScriptedQueue.claim;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class PoisonMessageGuardTest {

    private final ManualTicker ticker = new ManualTicker();
    private final Workplace place = EngineParts.place(new ScriptedQueue(), ticker, DispatchListener.NONE);
    private final WorkerPool crew = EngineParts.crew(place);
    private final PoisonMessageGuard quarantine = place.quarantine();
    private final Batch one = batch();
    private final Batch other = batch();

    private Batch batch() {
        Worker worker = new Worker(place, crew, new EngineParts.Names());
        Claimer.Answer answer = new Claimer.Answer(claim(false, "one"), 1, ticker.nanos(), ticker.nanos());
        return new Batch(place, worker, answer);
    }

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

    private CompletableFuture<Boolean> claiming(Object worker) {
        return meanwhile(() -> {
            quarantine.claiming(worker);
            return true;
        });
    }

    @Test
    void oneEntersAndTheNextOneWhenItIsSettledByWhomeverThatIs() {
        assertThat(quarantine.enter(one)).isTrue();
        assertThat(quarantine.enter(other)).isFalse();

        crew.done(other);
        assertThat(quarantine.enter(other)).as("only who entered leaves").isFalse();
        crew.done(one);
        assertThat(quarantine.enter(other)).isTrue();
    }

    @Test
    void whatIsTakenOverStaysUntilItIsFinished() {
        one.deliver(one.claimed());
        assertThat(quarantine.enter(one)).isTrue();
        one.begin(0, 1, ticker.nanos());
        crew.replace(one.takeOver(ticker.nanos(), 0));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(one.end()).isFalse();

        assertThat(quarantine.enter(other)).isFalse();
        crew.done(crew.unfinished().batch());
        assertThat(quarantine.enter(other)).isTrue();
    }

    @Test
    void itWaitsForTheClaimsThatAreUnderWayButNotForItsOwn() throws Exception {
        quarantine.claiming(one.worker());
        quarantine.claiming(other.worker());
        CompletableFuture<Boolean> entered = meanwhile(() -> quarantine.enter(one));
        assertThat(entered).isNotDone();
        assertThat(quarantine.enter(other)).isFalse();

        quarantine.claimed(other.worker());

        assertThat(entered.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void itGoesBackWhereAClaimHasNoAnswer() throws Exception {
        quarantine.claiming(other.worker());
        CompletableFuture<Boolean> entered = meanwhile(() -> quarantine.enter(one));

        ticker.tick(PoisonMessageGuard.ALONE);

        assertThat(entered.get(10, TimeUnit.SECONDS)).isFalse();
        quarantine.claimed(other.worker());
        quarantine.claimed(one.worker());
        assertThat(quarantine.enter(other)).isTrue();
    }

    @Test
    void nobodyClaimsForAWhileAfterItsHandlerBegan() throws Exception {
        assertThat(quarantine.enter(one)).isTrue();
        CompletableFuture<Boolean> claiming = claiming(other.worker());
        assertThat(claiming).isNotDone();

        ticker.tick(PoisonMessageGuard.ALONE.plus(Duration.ofMillis(1)));

        assertThat(claiming.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(quarantine.enter(other)).isFalse();
    }

    @Test
    void claimsGoOnWhenItIsSettledOrAtTheEnd() throws Exception {
        assertThat(quarantine.enter(one)).isTrue();
        CompletableFuture<Boolean> claiming = claiming(other.worker());
        crew.done(one);
        assertThat(claiming.get(10, TimeUnit.SECONDS)).isTrue();

        quarantine.claimed(other.worker());
        assertThat(quarantine.enter(one)).isTrue();
        CompletableFuture<Boolean> last = claiming(other.worker());
        quarantine.end();
        assertThat(last.get(10, TimeUnit.SECONDS)).isTrue();
    }
}
