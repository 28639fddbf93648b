package org.delay.redisson.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations.Subscription;
import org.delay.redisson.DispatchOperations.WakeUpListener;
import org.redisson.api.RFuture;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.api.listener.StatusListener;
import org.redisson.client.codec.StringCodec;

/**
 * The channel of a service. Scripts publish wake-ups for messages that are due earlier than all others of their shard, and
 * instances that have stopped.
 */
@Slf4j
final class WakeUpChannel {

    /** Shard, time in ms, Redis's clock in µs, topic. */
    private static final Pattern SIGNAL = Pattern.compile("(\\d{1,4}) (\\d{1,15}) (\\d{1,18}) ([A-Za-z0-9._-]{1,249})");

    /** An instance that has stopped. */
    private static final Pattern LEFT = Pattern.compile("left ([A-Za-z0-9._-]{1,249})");

    private final RTopic channel;

    /** There may be thousands of signals: a listener that fails is reported once until it works again. */
    private final AtomicBoolean fails = new AtomicBoolean();

    WakeUpChannel(RedissonClient client, Keys keys) {
        channel = client.getTopic(keys.channel(), StringCodec.INSTANCE);
    }

    /** The channel's name for scripts: a NameMapper of the client may have changed it. */
    String name() {
        return channel.getChannelNames().get(0);
    }

    Subscription subscribe(WakeUpListener listener) {
        int status = registered(channel.addListenerAsync(new Reconnections(listener)));
        try {
            int signals = registered(channel.addListenerAsync(String.class, (name, text) -> signal(text, listener)));
            tell(listener::subscribed);
            return () -> remove(status, signals);
        } catch (RuntimeException e) {
            remove(status);
            throw e;
        }
    }

    private static int registered(RFuture<Integer> id) {
        return ScriptRunner.await(id.toCompletableFuture(), "", List.of());
    }

    private void remove(Integer... ids) {
        // Not awaited: a disconnected client has no subscription any more.
        var unused = channel.removeListenerAsync(ids);
    }

    private void signal(String text, WakeUpListener listener) {
        Matcher signal = SIGNAL.matcher(text);
        Matcher left = LEFT.matcher(text);
        if (left.matches()) {
            tell(() -> listener.left(left.group(1)));
            return;
        }
        if (!signal.matches()) {
            log.debug("Ignored a signal of another form");
            return;
        }
        long micros = Long.parseLong(signal.group(2)) * 1000 - Long.parseLong(signal.group(3));
        tell(() ->
                listener.wakeUp(Integer.parseInt(signal.group(1)), signal.group(4), Duration.ofNanos(micros * 1000)));
    }

    /** A listener that fails must not disturb the client's own work. */
    private void tell(Runnable listener) {
        try {
            listener.run();
            fails.set(false);
        } catch (RuntimeException e) {
            if (fails.compareAndSet(false, true)) {
                log.warn(
                        "A wake-up listener threw an exception. Messages may be late by up to"
                                + " 'delay.redisson.consumer-sleep'",
                        e);
            }
        }
    }

    /** The client subscribes again by itself after a lost connection. Signals were missed then. */
    private final class Reconnections implements StatusListener {

        private final WakeUpListener listener;

        Reconnections(WakeUpListener listener) {
            this.listener = listener;
        }

        @Override
        public void onSubscribe(String name) {
            tell(listener::subscribed);
        }

        @Override
        public void onUnsubscribe(String name) {}
    }
}
