package org.delay.redisson.http.webhook;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;

/**
 * Cancels a call at whichever step it is: waiting for a connection, connecting, or exchanging.
 *
 * <p>By itself, the client cancels only the step that was noted last. A step is noted by the thread that began it, after it
 * has begun, and the I/O thread may have begun and noted the next one by then. Such a call would go on for as long as its
 * receiver trickles.
 */
final class AllSteps implements AsyncExecChainHandler {

    @Override
    public void execute(
            HttpRequest request,
            AsyncEntityProducer body,
            AsyncExecChain.Scope call,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        Steps steps = new Steps();
        call.cancellableDependency.setDependency(steps);
        chain.proceed(
                request,
                body,
                new AsyncExecChain.Scope(
                        call.exchangeId,
                        call.route,
                        call.originalRequest,
                        steps,
                        call.clientContext,
                        call.execRuntime,
                        call.scheduler,
                        call.execCount),
                callback);
    }

    /** The steps of a call, each of which ignores that it is cancelled once it has ended. */
    private static final class Steps implements CancellableDependency {

        private final Queue<Cancellable> begun = new ConcurrentLinkedQueue<>();
        private volatile boolean cancelled;

        @Override
        public void setDependency(Cancellable step) {
            begun.add(step);
            if (cancelled) {
                step.cancel();
            }
        }

        @Override
        public boolean isCancelled() {
            return cancelled;
        }

        @Override
        public boolean cancel() {
            cancelled = true;
            begun.forEach(Cancellable::cancel);
            return true;
        }
    }
}
