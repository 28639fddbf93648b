package org.delay.redisson.http;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Keeps slow clients from holding all threads on paths other than the API's. Whoever reads a body there, such as a form for a
 * login, waits for it: a few may do so, and a body that has arrived is not held up by them. The API waits for bodies without a
 * thread. And a connection has one answer only, so that those who never read can't fill it.
 */
public final class OtherPathsValve extends ValveBase {

    private static final int WAITING_THREADS = 8;
    private static final int UNAVAILABLE = 503;
    private static final long MOMENT = Duration.ofMillis(200).toNanos();
    private static final long PAUSE = Duration.ofMillis(5).toNanos();

    private final Semaphore waiting = new Semaphore(WAITING_THREADS);
    private final String api;

    /** @param api where the paths of the API begin */
    public OtherPathsValve(String api) {
        super(true);
        this.api = api;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (request.getDecodedRequestURI().startsWith(request.getContextPath() + api)) {
            getNext().invoke(request, response);
            return;
        }
        response.setHeader("Connection", "close");
        if (arrives(request)) {
            getNext().invoke(request, response);
        } else if (waiting.tryAcquire()) {
            try {
                getNext().invoke(request, response);
            } finally {
                waiting.release();
            }
        } else {
            response.setHeader("Retry-After", "1");
            response.setStatus(UNAVAILABLE);
        }
    }

    /** Whether the body is there, or comes at once: many clients send it in a packet of its own, right after the head. */
    private static boolean arrives(Request request) {
        long start = System.nanoTime();
        while (!UnreadBodyValve.isThere(request)) {
            if (System.nanoTime() - start > MOMENT) {
                return false;
            }
            LockSupport.parkNanos(PAUSE);
        }
        return true;
    }
}
