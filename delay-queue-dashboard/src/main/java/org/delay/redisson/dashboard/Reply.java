package org.delay.redisson.dashboard;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * An answer that is written as it is: neither the application's message converters nor its Jackson have a part in it. Each has the
 * headers that keep scripts of others out.
 */
final class Reply implements ServerResponse {

    static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final HttpStatus status;
    private final String type;
    private final byte[] body;
    private final HttpHeaders headers = new HttpHeaders();

    Reply(HttpStatus status, String type, byte[] body) {
        this.status = status;
        this.type = type;
        this.body = body;
        headers.set("Content-Security-Policy", POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cache-Control", "no-store");
    }

    static Reply json(HttpStatus status, Object value) {
        return new Reply(status, "application/json", Json.print(value).getBytes(StandardCharsets.UTF_8));
    }

    static Reply problem(HttpStatus status, @Nullable String problem) {
        return json(status, Json.object("problem", problem));
    }

    static Reply text(HttpStatus status, String text) {
        return new Reply(status, "text/plain;charset=UTF-8", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a header. */
    Reply with(String name, String value) {
        headers.set(name, value);
        return this;
    }

    @Override
    public HttpStatusCode statusCode() {
        return status;
    }

    @Override
    public HttpHeaders headers() {
        return headers;
    }

    @Override
    public MultiValueMap<String, Cookie> cookies() {
        return new LinkedMultiValueMap<>(Map.of());
    }

    @Override
    public @Nullable ModelAndView writeTo(HttpServletRequest request, HttpServletResponse response, Context context)
            throws IOException {
        response.setStatus(status.value());
        headers.forEach((name, values) -> response.setHeader(name, values.get(0)));
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
        return null;
    }
}
