package org.delay.redisson.dashboard;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;

/** A user with a browser's habits: keeps cookies, does not follow redirects, and sends what the page sends. */
final class Visitor {

    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

    private final String address;
    private final HttpClient http = HttpClient.newBuilder()
            .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
            .build();
    private final Map<String, String> headers = new LinkedHashMap<>();

    Visitor(String address) {
        this.address = address;
    }

    Visitor with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    Visitor basic(String user) {
        String credentials = Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8));
        return with("Authorization", "Basic " + credentials);
    }

    /** Signs in by the application's form. */
    Visitor form(String user) {
        URI login = URI.create(address).resolve("/login");
        Matcher csrf = CSRF.matcher(send(HttpRequest.newBuilder(login)).body());
        Assertions.assertThat(csrf.find()).isTrue();
        String form = "username=" + user + "&password=secret&_csrf="
                + URLEncoder.encode(csrf.group(1), StandardCharsets.UTF_8);
        HttpResponse<String> answer = send(HttpRequest.newBuilder(login)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
        Assertions.assertThat(answer.statusCode()).isEqualTo(302);
        return this;
    }

    HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(URI.create(address).resolve(path)));
    }

    Map<?, ?> json(String path) {
        HttpResponse<String> answer = get(path);
        Assertions.assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Json.parse(answer.body());
    }

    /**
     * As the page does it, with Spring Security's token if there is one. Whom the dashboard tells none has it from elsewhere in the application,
     * so that it is the dashboard that refuses.
     */
    HttpResponse<String> post(String path, Map<String, ?> body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address).resolve(path))
                .header("Content-Type", "application/json")
                .header(Origins.HEADER, "1")
                .header("Sec-Fetch-Site", "same-origin");
        HttpResponse<String> session = get("api/session");
        Map<?, ?> known = session.statusCode() == 200 ? Json.parse(session.body()) : Map.of();
        if (known.get("csrfHeader") != null) {
            request.header(String.valueOf(known.get("csrfHeader")), String.valueOf(known.get("csrfToken")));
        } else {
            HttpResponse<String> token = get("../token");
            if (token.statusCode() == 200) {
                request.header("X-CSRF-TOKEN", token.body());
            }
        }
        return send(request.POST(HttpRequest.BodyPublishers.ofString(Json.print(body))));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        headers.forEach(request::header);
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
