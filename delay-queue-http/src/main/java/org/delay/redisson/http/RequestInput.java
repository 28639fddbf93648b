package org.delay.redisson.http;

import jakarta.servlet.ServletRequest;
import java.util.function.BooleanSupplier;

/** What is known of the body of a request where its container is. */
final class RequestInput {

    private static final String DROP = RequestInput.class.getName() + ".drop";
    private static final String IS_THERE = RequestInput.class.getName() + ".isThere";

    private RequestInput() {}

    /**
     * @param isThere tells whether all of the body has arrived
     * @param drop stops the container from reading the rest
     */
    static void set(ServletRequest request, BooleanSupplier isThere, Runnable drop) {
        request.setAttribute(IS_THERE, isThere);
        request.setAttribute(DROP, drop);
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
}
