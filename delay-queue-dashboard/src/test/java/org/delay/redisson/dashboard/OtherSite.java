package org.delay.redisson.dashboard;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A page of another origin, which tries to pause a topic with the cookies of whoever opens it. Also same-site, as it has only another port. */
final class OtherSite implements AutoCloseable {

    private final HttpServer server;

    OtherSite(Shop shop) throws IOException {
        server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
        byte[] page = """
                <!doctype html><title>trying</title>
                <form id=f method=post enctype=text/plain target=frame action="%1$sapi/pause">
                <input name='{"topic":"orders","x":"' value='"}'></form><iframe name=frame></iframe>
                <script>
                const target = "%1$sapi/pause", body = '{"topic":"orders"}';
                const json = {"Content-Type": "application/json"};
                const tries = [
                  {mode: "no-cors", headers: {"Content-Type": "text/plain"}},
                  {mode: "cors", headers: json},
                  {mode: "cors", headers: {...json, "%2$s": "1"}},
                ].map(each => fetch(target, {method: "POST", credentials: "include", body, ...each}).catch(() => {}));
                document.getElementById("f").submit();
                Promise.all(tries).then(() => document.querySelector("iframe").addEventListener("load", () => 0))
                  .finally(() => setTimeout(() => document.title = "tried", 500));
                </script>""".formatted(shop.address(), Origins.HEADER).getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
    }

    String address() {
        return "http://localhost:" + server.getAddress().getPort() + "/";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
