package org.delay.redisson.http;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import lombok.extern.slf4j.Slf4j;

/** Around all other filters: what they throw or refuse becomes a problem, and not a page of the application. */
@Slf4j
final class ApiFilter implements Filter {

    private static final String AFTERWARDS = ApiFilter.class.getName() + ".afterwards";

    /** Has something done when all other filters have returned. */
    static void afterwards(ServletRequest request, Runnable task) {
        request.setAttribute(AFTERWARDS, task);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException {
        ApiResponse own = new ApiResponse((HttpServletResponse) response);
        try {
            chain.doFilter(request, own);
            if (request.getAttribute(AFTERWARDS) instanceof Runnable task) {
                task.run();
            }
        } catch (ServletException | RuntimeException e) {
            log.error("A filter of the application failed on a request to the HTTP API, which was not served.", e);
            own.sendError(ApiProblem.ERROR);
            if (request.isAsyncStarted()) {
                request.getAsyncContext().complete();
            }
        }
    }
}
