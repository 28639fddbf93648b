package org.delay.redisson.engine;

import java.util.concurrent.ThreadFactory;
import org.delay.redisson.engine.policy.PullDestination;
import org.delay.redisson.engine.report.Listeners;
import org.delay.redisson.engine.schedule.Heartbeat;
import org.delay.redisson.engine.time.Ticker;

/**
 * What an engine works in between a start and its stop.
 *
 * @param self the instance that other instances see
 * @param pulled what takes messages of some topics when it wants them
 */
record EngineContext(
        Heartbeat.Member self,
        Listeners listeners,
        ThreadFactory workerThreads,
        PullDestination pulled,
        Ticker ticker) {}
