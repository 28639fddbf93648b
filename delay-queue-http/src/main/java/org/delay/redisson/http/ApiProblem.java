package org.delay.redisson.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why a request is not answered as the client hopes: a problem as RFC 9457 describes it. */
final class ApiProblem extends RuntimeException {

    static final int BAD_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int TIMEOUT = 408;
    static final int CONFLICT = 409;
    static final int TOO_LARGE = 413;
    static final int NOT_JSON = 415;
    static final int TOO_MANY = 429;
    static final int ERROR = 500;
    static final int UNAVAILABLE = 503;
    static final int UNKNOWN = 504;

    private static final String TYPE = "urn:delay-queue:";

    private final int status;
    private final String type;
    private final Map<String, String> more = new LinkedHashMap<>();
    private @Nullable Duration retryAfter;
    private boolean closes;

    /** @param type names the kind of problem, and is all that a client should look at besides the status */
    ApiProblem(int status, String type, String detail) {
        super(detail);
        this.status = status;
        this.type = type;
    }

    static ApiProblem invalid(String detail) {
        return new ApiProblem(BAD_REQUEST, "invalid-request", detail);
    }

    static ApiProblem forbidden(ApiPermission permission, String topic) {
        return new ApiProblem(
                FORBIDDEN, "forbidden", "The permission " + permission + " for topic " + topic + " is missing");
    }

    static ApiProblem stopping() {
        return new ApiProblem(UNAVAILABLE, "stopping", "This instance is stopping. Repeat the request.")
                .retryAfter(Duration.ofSeconds(1))
                .closing();
    }

    /** Adds a member. */
    ApiProblem with(String name, @Nullable String value) {
        if (value != null) {
            more.put(name, value);
        }
        return this;
    }

    ApiProblem retryAfter(Duration delay) {
        retryAfter = delay;
        return this;
    }

    /** The rest of the request is not read, so the connection can't be used again. */
    ApiProblem closing() {
        closes = true;
        return this;
    }

    int status() {
        return status;
    }

    String type() {
        return type;
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", TYPE + type);
        members.put("title", type.replace('-', ' '));
        members.put("status", status);
        members.put("detail", String.valueOf(getMessage()));
        members.putAll(more);
        return members;
    }

    Answer answer() {
        Answer answer = new Answer(status, Answer.PROBLEM, members());
        if (status == UNAUTHORIZED) {
            answer.header("WWW-Authenticate", "Bearer realm=\"delay-queue\"");
        }
        if (retryAfter != null) {
            answer.header("Retry-After", String.valueOf(Math.max(1, retryAfter.toSeconds())));
        }
        return closes ? answer.closing() : answer;
    }

    /** It is an answer, and no failure of the program. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
