package org.delay.redisson.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where an answer goes that is written when all filters have returned. */
interface LateOutput {

    /** The container's own response, for what is not kept. */
    HttpServletResponse container();

    /**
     * Writes an answer of a request that is asynchronous, and ends the request.
     *
     * @param end is told once, before the request ends: null when the connection has taken all of the body, else why it did not
     */
    void depart(AsyncContext async, byte[] body, Consumer<@Nullable Throwable> end);
}
