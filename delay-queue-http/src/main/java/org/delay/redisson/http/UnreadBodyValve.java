package org.delay.redisson.http;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

/**
 * Keeps senders whose requests were refused from holding a thread: Tomcat reads what is left of a body after the answer, however
 * slowly it arrives, and also if the request had no token. Here, the answer says that the connection ends. A few threads read on
 * for a moment, since a connection that is closed at once might hide the answer.
 */
public final class UnreadBodyValve extends ValveBase {

    private static final int LINGERING_THREADS = 8;
    private static final long LINGER = Duration.ofSeconds(2).toNanos();
    private static final long PAUSE = Duration.ofMillis(10).toNanos();

    private final Semaphore lingering = new Semaphore(LINGERING_THREADS);
    private final String part;

    /** @param part of the URLs that it is for, such as "/" for all */
    public UnreadBodyValve(String part) {
        super(true);
        this.part = part;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        String path = request.getRequestURI();
        // There is none where the first line of a request can't be read.
        if (path == null || !path.contains(part)) {
            getNext().invoke(request, response);
            return;
        }
        Runnable drop = () -> drop(request.getCoyoteRequest());
        RequestInput.set(request, () -> isThere(request), drop, () -> read(request.getCoyoteRequest()));
        RequestInput.setOutput(request, response.getResponse(), () -> abort(request.getCoyoteRequest()));
        getNext().invoke(request, response);
        if (!request.isAsync() && !isThere(request)) {
            if (!response.isCommitted()) {
                response.setHeader("Connection", "close");
            }
            response.finishResponse();
            if (!linger(request)) {
                drop.run();
            }
        }
    }

    /**
     * To Tomcat, this is an error. It has been answered: a report of it would close the connection before the request has ended,
     * and a server that stops would wait for that end.
     */
    private static void drop(org.apache.coyote.Request raw) {
        raw.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        raw.getResponse().setErrorReported();
    }

    /**
     * Calls the listener while Tomcat holds the lock of the connection. If another thread ended the request just when more arrives,
     * Tomcat would not notice the end, and would wait for it when it stops.
     */
    private static void read(org.apache.coyote.Request raw) {
        raw.action(ActionCode.DISPATCH_READ, null);
        raw.action(ActionCode.DISPATCH_EXECUTE, null);
    }

    /** What is left of the answer is not written, since that would wait for its client. */
    private static void abort(org.apache.coyote.Request raw) {
        raw.action(ActionCode.CLOSE_NOW, new IOException("The answer was given up"));
    }

    /** Whether nothing of the body is still on its way. */
    static boolean isThere(Request request) {
        if (request.isFinished()) {
            return true;
        }
        org.apache.coyote.Request raw = request.getCoyoteRequest();
        raw.action(ActionCode.AVAILABLE, true);
        long length = request.getContentLengthLong();
        return length >= 0 && length - raw.getBytesRead() <= raw.getAvailable();
    }

    /** Returns whether the rest has arrived. Looks for it now and then: a read would wait for as long as the sender likes. */
    private boolean linger(Request request) {
        if (!lingering.tryAcquire()) {
            return false;
        }
        try {
            long start = System.nanoTime();
            byte[] bytes = new byte[8192];
            while (!isThere(request)) {
                if (System.nanoTime() - start > LINGER) {
                    return false;
                }
                if (request.getStream().available() == 0) {
                    LockSupport.parkNanos(PAUSE);
                } else if (request.getStream().read(bytes) < 0) {
                    return true;
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            lingering.release();
        }
    }
}
