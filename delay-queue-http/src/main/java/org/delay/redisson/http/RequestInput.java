package org.delay.redisson.http;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.util.function.BooleanSupplier;

/** What is known of a request, and of the connection of its answer, where its container is. */
final class RequestInput {

    private static final String ABORT = RequestInput.class.getName() + ".abort";
    private static final String RESPONSE = RequestInput.class.getName() + ".response";
    private static final String DROP = RequestInput.class.getName() + ".drop";
    private static final String READ = RequestInput.class.getName() + ".read";
    private static final String IS_THERE = RequestInput.class.getName() + ".isThere";

    private RequestInput() {}

    /**
     * @param isThere tells whether all of the body has arrived
     * @param drop stops the container from reading the rest
     * @param read calls the listener of the request at once, as if more had arrived
     */
    static void set(ServletRequest request, BooleanSupplier isThere, Runnable drop, Runnable read) {
        request.setAttribute(IS_THERE, isThere);
        request.setAttribute(DROP, drop);
        request.setAttribute(READ, read);
    }

    /**
     * Tells of the answer.
     *
     * @param response the container's own, which writes on by itself when a client reads slowly
     * @param abort ends the connection at once
     */
    static void setOutput(ServletRequest request, ServletResponse response, Runnable abort) {
        request.setAttribute(RESPONSE, response);
        request.setAttribute(ABORT, abort);
    }

    /** Whether this response is the container's own, and nobody has to empty it when filters have returned. */
    static boolean isOfContainer(ServletRequest request, ServletResponse response) {
        return request.getAttribute(RESPONSE) == response;
    }

    /** Ends the connection at once, though the answer is not through. */
    static void abort(ServletRequest request) {
        if (request.getAttribute(ABORT) instanceof Runnable abort) {
            abort.run();
        }
    }

    static boolean isKnown(ServletRequest request) {
        return request.getAttribute(DROP) != null;
    }

    /** Whether the connection can't be used again after an answer at this moment, which clients must know. */
    static boolean isCutOff(ServletRequest request) {
        return request.getAttribute(IS_THERE) instanceof BooleanSupplier isThere && !isThere.getAsBoolean();
    }

    /** Ends the connection after the answer, without reading the rest of the request. */
    static void drop(ServletRequest request) {
        if (request.getAttribute(DROP) instanceof Runnable drop) {
            drop.run();
        }
    }

    /** Lets the listener act while nothing else happens to the connection. Where that can't be, nothing happens. */
    static void read(ServletRequest request) {
        if (request.getAttribute(READ) instanceof Runnable read) {
            read.run();
        }
    }
}
