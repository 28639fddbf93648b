package org.delay.redisson.http;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;

/**
 * One operation of the API.
 *
 * @param path below the path of the API; {@code {topic}} stands for a topic
 * @param permission that the client needs for the topic in the path; null if the handler checks by itself, since topics are in
 *     the body or the answer shows only what the client may see
 * @param isBulk whether a request may be as large as one with many messages
 */
record ApiRoute(HttpMethod method, String path, @Nullable ApiPermission permission, boolean isBulk, Handler handler) {

    /** A variable of paths. */
    static final String TOPIC = "/topics/{topic}";

    /** Answers a request. */
    @FunctionalInterface
    interface Handler {

        /** Any exception becomes a problem. */
        ApiAnswer handle(ApiCall call);
    }

    static ApiRoute get(String path, @Nullable ApiPermission permission, Handler handler) {
        return new ApiRoute(HttpMethod.GET, path, permission, false, handler);
    }

    static ApiRoute post(String path, @Nullable ApiPermission permission, Handler handler) {
        return new ApiRoute(HttpMethod.POST, path, permission, false, handler);
    }

    static ApiRoute patch(String path, ApiPermission permission, Handler handler) {
        return new ApiRoute(HttpMethod.PATCH, path, permission, false, handler);
    }

    static ApiRoute delete(String path, ApiPermission permission, Handler handler) {
        return new ApiRoute(HttpMethod.DELETE, path, permission, false, handler);
    }

    boolean hasBody() {
        return method.equals(HttpMethod.POST) || method.equals(HttpMethod.PATCH);
    }

    ApiRoute asBulk() {
        return new ApiRoute(method, path, permission, true, handler);
    }
}
