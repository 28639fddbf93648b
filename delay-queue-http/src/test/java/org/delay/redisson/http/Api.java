package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A client of the API, who holds each request and each answer to its document. */
record Api(int port, String base, @Nullable String token) {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    record Reply(int status, String body, Map<String, List<String>> headers) {

        Map<?, ?> json() {
            return JsonMapper.shared().readValue(body, Map.class);
        }

        Object at(String name) {
            return json().get(name);
        }

        /** The objects of an array. */
        @SuppressWarnings("unchecked")
        List<Map<String, Object>> list(String name) {
            return (List<Map<String, Object>>) json().get(name);
        }

        String header(String name) {
            return headers.entrySet().stream()
                    .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                    .map(entry -> entry.getValue().get(0))
                    .findFirst()
                    .orElse("");
        }

        Reply expect(int wanted) {
            assertThat(status).as(body).isEqualTo(wanted);
            return this;
        }
    }

    HttpRequest.Builder request(String path) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create("http://localhost:" + port + base + path));
        return token == null ? builder : builder.header("Authorization", "Bearer " + token);
    }

    HttpRequest request(String method, String path, @Nullable String json) {
        HttpRequest.Builder builder = request(path);
        if (json == null) {
            return builder.method(method, HttpRequest.BodyPublishers.noBody()).build();
        }
        return builder.header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(json))
                .build();
    }

    static Reply send(HttpRequest request) {
        try {
            return reply(CLIENT.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static Reply reply(HttpResponse<String> response) {
        return new Reply(
                response.statusCode(), response.body(), response.headers().map());
    }

    Reply call(String method, String path, @Nullable String json) {
        return held(method, path, json, send(request(method, path, json)));
    }

    private static Reply held(String method, String path, @Nullable String json, Reply reply) {
        ApiDocument.check(method, path, json, reply);
        return reply;
    }

    Reply get(String path) {
        return call("GET", path, null);
    }

    Reply post(String path, String json) {
        return call("POST", path, json);
    }

    /** Sends without waiting for the answer. */
    CompletableFuture<Reply> begin(String path, String json) {
        return CLIENT.sendAsync(request("POST", path, json), HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> held("POST", path, json, reply(response)));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static String json(Object value) {
        return JsonMapper.shared().writeValueAsString(value);
    }
}
