package org.delay.redisson.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import lombok.extern.slf4j.Slf4j;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.servlet.ModelAndView;

/**
 * An answer that comes later, and for which no thread waits. Uses the Servlet API itself: Spring's asynchronous answers have the
 * time-out and the interceptors of the application, and would go through its filters again.
 */
@Slf4j
abstract class AsyncResponse implements ApiAnswer {

    private static final HttpStatusCode OK = HttpStatusCode.valueOf(200);

    @Override
    public final HttpStatusCode statusCode() {
        return OK;
    }

    @Override
    public final HttpHeaders headers() {
        return new HttpHeaders();
    }

    @Override
    public final MultiValueMap<String, Cookie> cookies() {
        return new LinkedMultiValueMap<>();
    }

    /** It begins when the filters of the application are done: they and the answer must not write at once. */
    @Override
    public final @Nullable ModelAndView writeTo(
            HttpServletRequest request, HttpServletResponse response, Context context) throws IOException {
        try {
            AsyncContext async = ApiFilter.startAsync(request, response);
            async.setTimeout(0);
            async.addListener(new EndOnError());
            ApiFilter.afterwards(request, () -> begin(async));
        } catch (IllegalStateException e) {
            log.error(
                    "A receive of the HTTP API was refused, since a filter or servlet of the application does not support"
                            + " asynchronous requests. Declare it with asyncSupported=true.",
                    e);
            new ApiProblem(ApiProblem.ERROR, "error", "The application does not support asynchronous requests")
                    .answer()
                    .write(response);
        }
        return null;
    }
}
