package org.delay.redisson.http;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A response that has no CORS headers, no pages of errors and no redirects, whatever the application's filters do. */
final class ApiResponse extends HttpServletResponseWrapper {

    private static final String CORS = "access-control-";

    private final ServletRequest request;

    ApiResponse(ServletRequest request, HttpServletResponse response) {
        super(response);
        this.request = request;
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
