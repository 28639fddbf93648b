package org.delay.redisson.http;

import java.util.function.Function;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.springframework.http.HttpMethod;
import org.springframework.util.StringUtils;
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
    private final Turns turns;
    private final ApiTimer timer;

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
        return answer(() -> {
            var unused = authenticator.authenticate(request.servletRequest());
            throw new ApiProblem(
                    ApiProblem.NOT_FOUND, "no-such-operation", "The API has no " + request.method() + " of this path");
        });
    }

    private ApiAnswer handled(ApiRoute route, ServerRequest request) {
        ApiCaller caller = authenticator.authenticate(request.servletRequest());
        if (state.isStopping()) {
            throw ApiProblem.stopping();
        }
        rates.count(caller.name());
        if (route.method().equals(HttpMethod.POST)
                && StringUtils.hasLength(request.servletRequest().getQueryString())) {
            throw ApiProblem.invalid("A POST has no query parameters: what it takes is in its JSON body");
        }
        ApiRoute.Handler handler = route.handler();
        if (route.permission() != null) {
            ApiCall head = new ApiCall(request, caller, "");
            head.require(route.permission(), head.topic());
        }
        if (!route.hasBody()) {
            return inTurn(0, () -> handler.handle(new ApiCall(request, caller, "")));
        }
        long most = (route.isBulk() ? limits.bulkSize() : limits.bodySize()).toBytes();
        ArrivingBody body = new ArrivingBody(request.servletRequest(), most, arrivals);
        String text = body.now();
        Function<String, ApiAnswer> handling =
                whole -> inTurn(whole.length(), () -> handler.handle(new ApiCall(request, caller, whole)));
        return text != null
                ? handling.apply(text)
                : new LateResponse(body, late -> answer(() -> handling.apply(late)), this::problem);
    }

    private ApiAnswer inTurn(int size, Supplier<ApiAnswer> handling) {
        if (!turns.take()) {
            return new TurnResponse(turns, timer, size, () -> answer(handling), this::problem);
        }
        try {
            return handling.get();
        } finally {
            turns.end();
        }
    }
}
