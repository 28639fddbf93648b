package org.delay.redisson.dashboard;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.Executors;

/** A proxy that serves the dashboard below /tools/queue/, and tells the application nothing of that. */
final class StrippedPrefix implements AutoCloseable {

    private static final String PREFIX = "/tools/queue/";

    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpServer server;
    private final String behind;

    StrippedPrefix(Shop shop) throws IOException {
        behind = shop.address();
        server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext(PREFIX, this::pass);
        server.start();
    }

    String address() {
        return "http://localhost:" + server.getAddress().getPort() + PREFIX;
    }

    private void pass(HttpExchange exchange) throws IOException {
        String rest = exchange.getRequestURI().toString().substring(PREFIX.length());
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(behind + rest))
                .method(
                        exchange.getRequestMethod(),
                        HttpRequest.BodyPublishers.ofByteArray(
                                exchange.getRequestBody().readAllBytes()));
        for (String header : List.of("Content-Type", "Authorization", Origins.HEADER, "Sec-Fetch-Site")) {
            if (exchange.getRequestHeaders().getFirst(header) != null) {
                request.header(header, exchange.getRequestHeaders().getFirst(header));
            }
        }
        try {
            HttpResponse<byte[]> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            for (String header : List.of("Content-Type", "Content-Security-Policy", "Location")) {
                answer.headers()
                        .firstValue(header)
                        .ifPresent(value -> exchange.getResponseHeaders().set(header, value));
            }
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
