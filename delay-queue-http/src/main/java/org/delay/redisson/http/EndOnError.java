package org.delay.redisson.http;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/** Ends requests whose connection failed: otherwise, the container would look for a page of errors, and log what clients did. */
final class EndOnError implements AsyncListener {

    @Override
    public void onError(AsyncEvent event) {
        AsyncResponse.complete(event.getAsyncContext());
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
