package org.delay.redisson.sample;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.StreamSupport;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Talks to the sample over HTTP, as its page does. */
final class Client {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http = HttpClient.newHttpClient();
    private final String address;

    Client(ConfigurableApplicationContext application) {
        this.address = "http://localhost:" + application.getEnvironment().getRequiredProperty("local.server.port");
    }

    /** Status, type and body of an answer. */
    record Answer(int status, String type, String text) {

        JsonNode json() {
            return JSON.readTree(text);
        }
    }

    String address() {
        return address;
    }

    Answer get(String path) {
        return send("GET", path, "");
    }

    Answer post(String path) {
        return send("POST", path, "");
    }

    Answer post(String path, String body) {
        return send("POST", path, body);
    }

    Answer put(String path, String body) {
        return send("PUT", path, body);
    }

    Answer delete(String path) {
        return send("DELETE", path, "");
    }

    /** Places an order, and returns its id. */
    String place(String item, int secondsToPay) {
        return post("/api/orders", """
                {"item": "%s", "price": 2.40, "secondsToPay": %d}
                """.formatted(item, secondsToPay))
                .json()
                .get("id")
                .asString();
    }

    JsonNode order(String id) {
        return get("/api/orders/" + id).json();
    }

    String state(String id) {
        return order(id).get("state").asString();
    }

    /** The topics of the messages that wait for an order. */
    List<String> waiting(String id) {
        return messages(id).stream()
                .map(message -> message.get("topic").asString())
                .toList();
    }

    List<JsonNode> messages(String id) {
        return list(get("/api/board").json().get("orders")).stream()
                .filter(entry -> entry.get("order").get("id").asString().equals(id))
                .flatMap(entry -> list(entry.get("messages")).stream())
                .toList();
    }

    /** The topics in which an order has a dead letter. */
    List<String> dead(String id) {
        return list(get("/api/board").json().get("deadLetters")).stream()
                .filter(letter -> letter.get("id").asString().equals(id))
                .map(letter -> letter.get("topic").asString())
                .toList();
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    private Answer send(String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    response.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
