package org.delay.redisson.http;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.function.ServerRequest;

/** A request of a known client. All methods throw an {@link ApiProblem} for what breaks a rule. Not thread-safe. */
@RequiredArgsConstructor
final class ApiCall {

    private final ServerRequest request;
    private final ApiCaller caller;
    private final long maxBody;

    ApiCaller caller() {
        return caller;
    }

    /** The topic in the path. */
    String topic() {
        return Checks.topic(request.pathVariable("topic"));
    }

    @Nullable
    String query(String name) {
        return request.param(name).orElse(null);
    }

    String requiredQuery(String name) {
        return request.param(name)
                .orElseThrow(() -> ApiProblem.invalid("The query parameter '" + name + "' must be given"));
    }

    @Nullable
    Integer number(String name) {
        String text = query(name);
        try {
            return text == null ? null : Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw ApiProblem.invalid("The query parameter '" + name + "' must be a whole number");
        }
    }

    JsonFields json() {
        return JsonReader.read(BodyReader.read(request.servletRequest(), maxBody));
    }

    /** As {@link #json}, of a request that may be empty. */
    JsonFields jsonIfGiven() {
        String text = BodyReader.read(request.servletRequest(), maxBody);
        return text.isBlank() ? JsonFields.none() : JsonReader.read(text);
    }

    void require(ApiPermission permission, String topic) {
        if (!caller.may(permission, topic)) {
            throw ApiProblem.forbidden(permission, topic);
        }
    }
}
