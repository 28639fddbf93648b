package org.delay.redisson.http;

import java.util.function.Supplier;
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
    private final Arrivals arrivals;

    ApiAnswer answer(ApiRoute route, ServerRequest request) {
        return answer(() -> handled(route, request));
    }

    private ApiAnswer answer(Supplier<ApiAnswer> handling) {
        try {
            return handling.get();
        } catch (RuntimeException e) {
            return problem(Problems.of(e));
        }
    }

    private Answer problem(ApiProblem problem) {
        meters.problem(problem);
        return problem.answer();
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

    private ApiAnswer handled(ApiRoute route, ServerRequest request) {
        ApiCaller caller = authenticator.authenticate(request.servletRequest());
        if (state.isStopping()) {
            throw ApiProblem.stopping();
        }
        rates.count(caller.name());
        ApiRoute.Handler handler = route.handler();
        if (route.permission() != null) {
            ApiCall head = new ApiCall(request, caller, "");
            head.require(route.permission(), head.topic());
        }
        if (!route.hasBody()) {
            return handler.handle(new ApiCall(request, caller, ""));
        }
        long most = (route.isBulk() ? limits.bulkSize() : limits.bodySize()).toBytes();
        ArrivingBody body = new ArrivingBody(request.servletRequest(), most, arrivals);
        String text = body.now();
        return text != null
                ? handler.handle(new ApiCall(request, caller, text))
                : new LateResponse(
                        body, late -> answer(() -> handler.handle(new ApiCall(request, caller, late))), this::problem);
    }
}
