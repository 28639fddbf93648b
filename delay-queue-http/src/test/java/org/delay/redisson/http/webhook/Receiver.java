package org.delay.redisson.http.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A receiver of webhooks: a real HTTP server that keeps what it gets and answers as it is told. */
final class Receiver implements AutoCloseable {

    /** What came. Names of headers are in lower case. */
    record Request(String method, String uri, Map<String, List<String>> headers, String body) {

        String header(String name) {
            return headers.get(name).get(0);
        }
    }

    /** How to answer. */
    interface Reaction {
        void answer(HttpExchange exchange) throws IOException;
    }

    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private volatile Reaction reaction = status(200);

    Receiver() {
        this(plain());
    }

    Receiver(HttpServer server) {
        this.server = server;
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    private static HttpServer plain() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static Reaction status(int status, String... headers) {
        return exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
            }
            exchange.sendResponseHeaders(status, -1);
        };
    }

    void reactBy(Reaction next) {
        reaction = next;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            Map<String, List<String>> headers = new TreeMap<>();
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name.toLowerCase(java.util.Locale.ROOT), values));
            requests.add(new Request(
                    exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body));
            reaction.answer(exchange);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://127.0.0.1:" + port() + "/hooks/secret-path?token=secret-query";
    }

    Request next() throws InterruptedException {
        Request request = requests.poll(60, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("Nothing came");
        }
        return request;
    }

    List<Request> all() {
        return new ArrayList<>(requests);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
