package org.delay.redisson.autoconfigure;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;

/**
 * Starts dispatching when all else has started, and stops it before anything else stops. Can be started and stopped any
 * number of times: tests pause a cached context, and start it again.
 */
@RequiredArgsConstructor
final class DelayQueueLifecycle implements SmartLifecycle, SmartInitializingSingleton {

    private final boolean autoStartup;
    private final DispatchRun dispatch;
    private final ObjectProvider<ListenerCheck> checks;
    private final ObjectProvider<StartReport> reports;
    private final Duration stopWithin;

    /**
     * When all beans are there, since listener methods are sought in their types; and here rather than at start, so that
     * what is missing is told before the web server and its listeners run. After the check of Redis, as what does not start
     * has nothing to say.
     */
    @Override
    public void afterSingletonsInstantiated() {
        checks.getObject().run();
        if (autoStartup) {
            dispatch.prepare();
        } else {
            reports.getObject().sendOnly();
        }
    }

    @Override
    public synchronized void start() {
        if (!isRunning() && dispatch.start()) {
            reports.getObject().started();
        }
    }

    @Override
    public synchronized void stop() {
        if (dispatch.stop(stopWithin)) {
            reports.getObject().stopped();
        }
    }

    /** Not synchronized: health asks while a stop waits for handlers. */
    @Override
    public boolean isRunning() {
        return dispatch.isRunning();
    }

    @Override
    public boolean isAutoStartup() {
        return autoStartup;
    }

    /** Starts last, stops first. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
