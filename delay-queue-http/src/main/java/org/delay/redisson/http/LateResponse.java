package org.delay.redisson.http;

import jakarta.servlet.AsyncContext;
import java.util.function.Function;
import lombok.RequiredArgsConstructor;

/** Answers a request when the rest of its body has arrived. */
@RequiredArgsConstructor
final class LateResponse extends AsyncResponse {

    private final ArrivingBody body;
    private final Function<String, ApiAnswer> whole;
    private final Function<ApiProblem, Answer> refused;

    @Override
    public void begin(AsyncContext async) {
        body.await(async, whole, refused);
    }
}
