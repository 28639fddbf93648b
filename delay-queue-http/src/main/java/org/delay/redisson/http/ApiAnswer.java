package org.delay.redisson.http;

import jakarta.servlet.AsyncContext;
import org.springframework.web.servlet.function.ServerResponse;

/** What the API answers to a request. */
interface ApiAnswer extends ServerResponse {

    /** Answers a request that is asynchronous already, and whose filters have returned. Completes it, now or later. */
    void begin(AsyncContext async);
}
