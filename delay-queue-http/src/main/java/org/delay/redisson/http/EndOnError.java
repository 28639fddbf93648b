package org.delay.redisson.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import lombok.extern.slf4j.Slf4j;

/** Ends requests whose connection failed: otherwise, the container would look for a page of errors, and log what clients did. */
@Slf4j
final class EndOnError implements AsyncListener {

    /** Ends a request, unless it has ended. */
    static void complete(AsyncContext async) {
        try {
            async.complete();
        } catch (RuntimeException e) {
            log.debug("The request has ended already", e);
        }
    }

    @Override
    public void onError(AsyncEvent event) {
        complete(event.getAsyncContext());
    }

    @Override
    public void onComplete(AsyncEvent event) {
        // It has ended.
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        // There is no time-out.
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // It does not begin again.
    }
}
