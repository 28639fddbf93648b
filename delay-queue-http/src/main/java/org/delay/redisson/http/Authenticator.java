package org.delay.redisson.http;

import jakarta.servlet.http.HttpServletRequest;

/** Says who makes a request. Safe for use by many threads. */
@FunctionalInterface
interface Authenticator {

    /**
     * The client that makes the request.
     *
     * @throws ApiProblem with the status 401 if it is not known
     */
    ApiCaller authenticate(HttpServletRequest request);

    /**
     * Ends the connection: of requests that follow one another, and whose sender does not read, the answers would fill the
     * connection, and each of them holds a thread then.
     */
    static ApiProblem unauthorized(String detail) {
        return new ApiProblem(ApiProblem.UNAUTHORIZED, "unauthorized", detail).closing();
    }
}
