package org.delay.redisson.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;

/** Around all other filters: what they throw or refuse becomes a problem, and not a page of the application. */
@Slf4j
@RequiredArgsConstructor
final class ApiFilter implements Filter {

    private static final String AFTERWARDS = ApiFilter.class.getName() + ".afterwards";

    private static final String OUTER = ApiFilter.class.getName() + ".outer";

    private final Departures departures;
    private final ApiMeters meters;

    /** Request and response as the container gave them. */
    private record Outer(ServletRequest request, ApiResponse response) {}

    /**
     * Makes a request asynchronous, past the wrappers that filters of the application put around its response: a wrapper that
     * buffers would never be emptied, since its filter has returned when the answer comes.
     *
     * @throws IllegalStateException if a filter or servlet does not support it
     */
    static AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        return request.startAsync(
                request, request.getAttribute(OUTER) instanceof Outer outer ? outer.response() : response);
    }

    /** Whether bytes can be read as they arrive: not where a filter is not asynchronous, or has its own copy of them. */
    static boolean isInputOfContainer(ServletRequest request, ServletInputStream input) throws IOException {
        try {
            return request.isAsyncSupported()
                    && RequestInput.isKnown(request)
                    && request.getAttribute(OUTER) instanceof Outer outer
                    && outer.request().getInputStream() == input;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /** Has something done when all other filters have returned. */
    static void afterwards(ServletRequest request, Runnable task) {
        request.setAttribute(AFTERWARDS, task);
    }

    /**
     * A form is refused here, since filters and servlets would wait for its end to look for parameters. So is a wildcard: Spring
     * throws an exception for it, before anybody is asked for a token.
     */
    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException {
        ApiResponse own = new ApiResponse(request, (HttpServletResponse) response, departures);
        request.setAttribute(OUTER, new Outer(request, own));
        if (JsonOnly.isForm(request.getContentType()) || JsonOnly.isWildcard(request.getContentType())) {
            ApiProblem problem = JsonOnly.problem();
            meters.problem(problem);
            problem.answer().write(own);
            own.depart();
            return;
        }
        try {
            chain.doFilter(request, own);
            if (request.getAttribute(AFTERWARDS) instanceof Runnable task) {
                own.direct();
                task.run();
            } else {
                own.depart();
            }
        } catch (ServletException | RuntimeException e) {
            log.error("A filter of the application failed on a request to the HTTP API, which was not served.", e);
            own.sendError(ApiProblem.ERROR);
            boolean isLater = request.isAsyncStarted();
            own.depart();
            if (isLater) {
                request.getAsyncContext().complete();
            }
        }
    }
}
