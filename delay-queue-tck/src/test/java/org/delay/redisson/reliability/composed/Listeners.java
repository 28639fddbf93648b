package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.reliability.composed.Dispatcher.Place;
import org.delay.redisson.reliability.composed.Entry.What;
import org.delay.redisson.reliability.composed.Plan.Listening;

/** A user's listener: writes down what it hears, and then does what the plan says. */
final class Listeners implements DispatchListener {

    private static final Duration NAP = Duration.ofMillis(50);

    private final Map<Listening, Conduct> conducts;
    private final Place place;

    Listeners(Map<Listening, Conduct> conducts, Place place) {
        this.conducts = conducts;
        this.place = place;
    }

    @Override
    public void started(DelayedMessage message) {
        behave(Listening.STARTED);
    }

    @Override
    public void delivered(DelayedMessage message, Duration lateness, Duration took) {
        behave(Listening.DELIVERED);
    }

    @Override
    public void retried(DelayedMessage message, Throwable cause, Duration delay) {
        note(What.RETRIED, message, cause.getClass().getSimpleName());
        behave(Listening.RETRIED);
    }

    @Override
    public void dead(DelayedMessage message, String error, Throwable cause) {
        note(What.DEAD, message, error);
        behave(Listening.DEAD);
    }

    @Override
    public void expired(DelayedMessage message, Duration lateness) {
        note(What.EXPIRED, message, lateness.toString());
    }

    private void note(What what, DelayedMessage message, String text) {
        place.journal()
                .write(Entry.now(
                        what,
                        message.topic(),
                        message.id(),
                        Body.of(message.body()).version(),
                        message.attempt(),
                        message.dueTime().toEpochMilli(),
                        text));
    }

    private void behave(Listening heard) {
        Conduct conduct = place.isCalm() ? Conduct.RETURNS : conducts.getOrDefault(heard, Conduct.RETURNS);
        switch (conduct) {
            case HANGS -> {
                while (!place.isCalm()) {
                    LockSupport.parkNanos(NAP.toNanos());
                }
            }
            case THROWS_ERROR -> throw new NoClassDefFoundError("a class of a user's listener");
            default -> {}
        }
    }
}
