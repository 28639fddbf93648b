package org.delay.redisson.http;

import java.util.List;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.function.ServerRequest;

/** A request of a known client. All methods throw an {@link ApiProblem} for what breaks a rule. Not thread-safe. */
@RequiredArgsConstructor
final class ApiCall {

    private final ServerRequest request;
    private final ApiCaller caller;
    private final String body;

    ApiCaller caller() {
        return caller;
    }

    /** The topic in the path. */
    String topic() {
        return Checks.topic(request.pathVariable("topic"));
    }

    @Nullable
    String query(String name) {
        return param(name).orElse(null);
    }

    String requiredQuery(String name) {
        return param(name).orElseThrow(() -> ApiProblem.invalid("The query parameter '" + name + "' must be given"));
    }

    /** The id in the query of a change. Refuses all else there: it may have been meant to limit the change. */
    String onlyId() {
        String id = requiredQuery("id");
        if (request.params().values().stream().mapToInt(List::size).sum() > 1) {
            throw ApiProblem.invalid("The query of a change takes one 'id' and nothing else");
        }
        return id;
    }

    /** Containers refuse a query with malformed escapes each in their own way. */
    private Optional<String> param(String name) {
        try {
            return request.param(name);
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw ApiProblem.invalid("The query is malformed");
        }
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
        return JsonReader.read(body);
    }

    /** As {@link #json}, of a request that may be empty. */
    JsonFields jsonIfGiven() {
        return body.isBlank() ? JsonFields.none() : JsonReader.read(body);
    }

    void require(ApiPermission permission, String topic) {
        if (!caller.may(permission, topic)) {
            throw ApiProblem.forbidden(permission, topic);
        }
    }
}
