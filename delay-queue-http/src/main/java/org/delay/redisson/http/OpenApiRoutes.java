package org.delay.redisson.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Serves the description of the API. */
final class OpenApiRoutes implements ApiRoutes {

    private static final int OK = 200;

    @Override
    public List<ApiRoute> routes() {
        byte[] document = document();
        return List.of(ApiRoute.get("/openapi.yaml", null, call -> new Answer(OK, "application/yaml", document)));
    }

    private static byte[] document() {
        try (InputStream file = OpenApiRoutes.class.getResourceAsStream("openapi.yaml")) {
            if (file == null) {
                throw new IllegalStateException("openapi.yaml is missing in the library");
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
