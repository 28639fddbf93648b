package org.delay.redisson.http;

import lombok.RequiredArgsConstructor;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** What all requests pass: who it is, how often, and whether the topic in the path is allowed. */
@RequiredArgsConstructor
final class ApiGuard {

    private final Authenticator authenticator;
    private final RequestRates rates;
    private final DelayQueueHttpProperties.Limit limits;
    private final ApiState state;
    private final ApiMeters meters;

    ServerResponse answer(ApiRoute route, ServerRequest request) {
        try {
            return handled(route, request);
        } catch (RuntimeException e) {
            ApiProblem problem = Problems.of(e);
            meters.problem(problem);
            return problem.answer();
        }
    }

    /** For what is not there: it is told to clients that may use the API, and to no one else. */
    ServerResponse notFound(ServerRequest request) {
        try {
            var unused = authenticator.authenticate(request.servletRequest());
            return new ApiProblem(
                            ApiProblem.NOT_FOUND,
                            "no-such-operation",
                            "The API has no " + request.method() + " of this path")
                    .answer();
        } catch (ApiProblem problem) {
            return problem.answer();
        }
    }

    private ServerResponse handled(ApiRoute route, ServerRequest request) {
        ApiCaller caller = authenticator.authenticate(request.servletRequest());
        if (state.isStopping()) {
            throw ApiProblem.stopping();
        }
        rates.count(caller.name());
        ApiCall call = new ApiCall(request, caller, (route.isBulk() ? limits.bulkSize() : limits.bodySize()).toBytes());
        if (route.permission() != null) {
            call.require(route.permission(), call.topic());
        }
        return route.handler().handle(call);
    }
}
