package org.delay.redisson.examples.services;

import java.time.Duration;
import org.delay.redisson.engine.DispatchEngine;
import org.springframework.context.SmartLifecycle;

/** Dispatches the messages of the second service while the application runs. */
// tag::lifecycle[]
class BillingDispatch implements SmartLifecycle {

    private final DispatchEngine engine;

    BillingDispatch(DispatchEngine engine) {
        this.engine = engine;
    }

    @Override
    public void start() {
        engine.start();
    }

    @Override
    public void stop() {
        engine.stop(Duration.ofSeconds(20));
    }

    @Override
    public boolean isRunning() {
        return engine.isRunning();
    }
}
// end::lifecycle[]
