package org.delay.redisson.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Consumer;
import lombok.extern.slf4j.Slf4j;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * A response that has no CORS headers, no pages of errors and no redirects, whatever the application's filters do. What they write
 * is kept until they have returned, and then written without a thread that waits for the client.
 */
@Slf4j
final class ApiResponse extends ContentCachingResponseWrapper implements LateOutput {

    private static final String CORS = "access-control-";

    private final ServletRequest request;
    private final HttpServletResponse container;
    private final Departures departures;
    private boolean isDirect;

    ApiResponse(ServletRequest request, HttpServletResponse container, Departures departures) {
        super(container);
        this.request = request;
        this.container = container;
        this.departures = departures;
    }

    /** From now on, nothing is kept: whoever answers later has no filter around it that would write it. */
    void direct() {
        isDirect = true;
    }

    @Override
    public HttpServletResponse container() {
        return container;
    }

    /** Writes what was kept, when all filters have returned. */
    void depart() throws IOException {
        if (request.isAsyncStarted() || !canDepart()) {
            direct();
            copyBodyToResponse();
            return;
        }
        byte[] body = getContentAsByteArray();
        container.setContentLength(body.length);
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        async.addListener(new EndOnError());
        depart(async, body, failure -> {});
    }

    /** Whether the container writes by itself. A connection that must be closed, since a body is on its way, is the valve's. */
    private boolean canDepart() {
        return request.isAsyncSupported()
                && RequestInput.isOfContainer(request, container)
                && !RequestInput.isCutOff(request);
    }

    @Override
    public void depart(AsyncContext async, byte[] body, Consumer<@Nullable Throwable> end) {
        Consumer<@Nullable Throwable> both = failure -> {
            if (failure != null) {
                log.debug("An answer did not reach its client", failure);
            }
            try {
                end.accept(failure);
            } finally {
                EndOnError.complete(async);
            }
        };
        try {
            if (RequestInput.isOfContainer(request, container)) {
                departures.begin(container.getOutputStream(), body, () -> RequestInput.abort(request), both);
                return;
            }
            container.getOutputStream().write(body);
            container.flushBuffer();
        } catch (IOException | RuntimeException e) {
            both.accept(e);
            return;
        }
        both.accept(null);
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        return isDirect ? container.getOutputStream() : super.getOutputStream();
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        return isDirect ? container.getWriter() : super.getWriter();
    }

    @Override
    public void setHeader(String name, String value) {
        if (isAllowed(name)) {
            super.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, String value) {
        if (isAllowed(name)) {
            super.addHeader(name, value);
        }
    }

    private static boolean isAllowed(String name) {
        return !name.toLowerCase(Locale.ROOT).startsWith(CORS);
    }

    @Override
    public void sendError(int status) throws IOException {
        sendError(status, null);
    }

    @Override
    public void sendError(int status, @Nullable String message) throws IOException {
        refuse(new ApiProblem(status, type(status), "The application did not let the request pass"));
    }

    /** To a page for people, such as one where they log in. */
    @Override
    public void sendRedirect(String location) throws IOException {
        refuse(Authenticator.unauthorized("The application wants its user to log in"));
    }

    private static String type(int status) {
        return switch (status) {
            case ApiProblem.UNAUTHORIZED -> "unauthorized";
            case ApiProblem.FORBIDDEN -> "forbidden";
            default -> "error";
        };
    }

    private void refuse(ApiProblem problem) throws IOException {
        if (!isCommitted()) {
            resetBuffer();
            Answer answer = problem.answer();
            (RequestInput.isCutOff(request) ? answer.closing() : answer).write(this);
        }
    }
}
