package org.delay.redisson.http;

import java.util.List;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.servlet.function.support.RouterFunctionMapping;

/**
 * Leads requests to the routes of the API. A mapping of its own: the interceptors, the CORS rules and the converters of the
 * application are those of its own mappings.
 */
final class ApiMapping extends RouterFunctionMapping {

    ApiMapping(String base, List<ApiRoute> routes, ApiGuard guard) {
        super(function(base, routes, guard));
        setOrder(Ordered.HIGHEST_PRECEDENCE);
    }

    private static RouterFunction<ServerResponse> function(String base, List<ApiRoute> routes, ApiGuard guard) {
        RouterFunctions.Builder builder = RouterFunctions.route();
        for (ApiRoute route : routes) {
            builder.route(
                    RequestPredicates.method(route.method()).and(RequestPredicates.path(base + route.path())),
                    request -> guard.answer(route, request));
        }
        return builder.route(RequestPredicates.path(base + "/**"), guard::notFound)
                .build();
    }
}
