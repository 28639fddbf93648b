package org.delay.redisson.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.servlet.ModelAndView;

/** An answer that is there. Written without the application's message converters. Not thread-safe. */
final class Answer implements ApiAnswer {

    static final String JSON = "application/json";
    static final String PROBLEM = "application/problem+json";

    private static final int OK = 200;

    private final int status;
    private final byte[] body;
    private final HttpHeaders headers = new HttpHeaders();

    Answer(int status, String type, byte[] body) {
        this.status = status;
        this.body = body;
        headers.set("Content-Type", type);
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
    }

    Answer(int status, String type, Object json) {
        this(status, type, Json.write(json));
    }

    static Answer ok(Map<String, ?> json) {
        return new Answer(OK, JSON, json);
    }

    static Answer of(int status, Map<String, ?> json) {
        return new Answer(status, JSON, json);
    }

    Answer header(String name, String value) {
        headers.set(name, value);
        return this;
    }

    Answer closing() {
        return header("Connection", "close");
    }

    /** Writes all of it. */
    void write(HttpServletResponse response) throws IOException {
        head(response);
        response.getOutputStream().write(body);
        response.flushBuffer();
    }

    /**
     * Writes all of it where no filter waits any more, and ends the request.
     *
     * @param end is told once: null when the connection has taken all of it, else why it did not
     */
    void write(AsyncContext async, Consumer<@Nullable Throwable> end) {
        LateOutput response;
        try {
            response = (LateOutput) async.getResponse();
            head(response.container());
        } catch (RuntimeException e) {
            end.accept(e);
            return;
        }
        response.depart(async, body, end);
    }

    /** Writes all of it where no filter waits any more, and waits for the client. What can't be sent fails here. */
    void writeNow(AsyncContext async) throws IOException {
        write(((LateOutput) async.getResponse()).container());
    }

    private void head(HttpServletResponse response) {
        response.setStatus(status);
        headers.forEach((name, values) -> response.setHeader(name, values.get(0)));
        response.setContentLength(body.length);
    }

    @Override
    public HttpStatusCode statusCode() {
        return HttpStatusCode.valueOf(status);
    }

    @Override
    public HttpHeaders headers() {
        return headers;
    }

    @Override
    public MultiValueMap<String, Cookie> cookies() {
        return new LinkedMultiValueMap<>();
    }

    @Override
    public @Nullable ModelAndView writeTo(HttpServletRequest request, HttpServletResponse response, Context context)
            throws IOException {
        Answer answer = RequestInput.isCutOff(request) ? closing() : this;
        answer.write(response);
        return null;
    }

    @Override
    public void begin(AsyncContext async) {
        write(async, failure -> {});
    }
}
