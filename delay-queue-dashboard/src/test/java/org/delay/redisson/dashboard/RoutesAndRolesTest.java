package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.delay.redisson.dashboard.Shop.Security;
import org.delay.redisson.operations.Permission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every route, for every kind of user, in applications with every kind of security. */
class RoutesAndRolesTest {

    private static final Map<String, ?> MESSAGE = Map.of("topic", "orders", "id", "1", "delaySeconds", 60);
    private static final Map<String, ?> MESSAGES = Map.of("topic", "orders", "ids", List.of("1"));

    private static final Map<String, ?> TASK =
            Map.of("topic", "orders", "change", "REDRIVE", "perSecond", 10, "limit", 1);

    /** A good request to each route. */
    private static final Map<Route, Function<Visitor, HttpResponse<String>>> REQUESTS = requests();

    private static Map<Route, Function<Visitor, HttpResponse<String>>> requests() {
        Map<Route, Function<Visitor, HttpResponse<String>>> requests = new EnumMap<>(Route.class);
        requests.put(Route.ENTRANCE, visitor -> visitor.get("../delay-queue"));
        requests.put(Route.PAGE, visitor -> visitor.get(""));
        requests.put(Route.LOGIN, visitor -> visitor.get("login"));
        requests.put(Route.FILE, visitor -> visitor.get("files/app.js"));
        requests.put(Route.SESSION, visitor -> visitor.get("api/session"));
        requests.put(Route.OVERVIEW, visitor -> visitor.get("api/overview"));
        requests.put(Route.TOPIC, visitor -> visitor.get("api/topic?topic=orders"));
        requests.put(Route.MESSAGES, visitor -> visitor.get("api/messages?topic=orders&state=due"));
        requests.put(Route.MESSAGE, visitor -> visitor.get("api/message?topic=orders&id=1"));
        requests.put(Route.VALUES, visitor -> visitor.get("api/values?topic=orders&id=1"));
        requests.put(Route.INSTANCES, visitor -> visitor.get("api/instances"));
        requests.put(Route.SETTINGS, visitor -> visitor.get("api/settings"));
        requests.put(Route.LOAD, visitor -> visitor.get("api/load?scale=minutes&topic=orders"));
        requests.put(Route.CAUSES, visitor -> visitor.get("api/causes?topic=orders"));
        requests.put(Route.COUNT, visitor -> visitor.get("api/count?topic=orders&firstLine=x&diedBy=17"));
        requests.put(Route.TASKS, visitor -> visitor.get("api/tasks"));
        requests.put(Route.FIND, visitor -> visitor.get("api/find?topic=orders&key=1"));
        requests.put(Route.PAUSE, visitor -> visitor.post("api/pause", MESSAGE));
        requests.put(Route.RESUME, visitor -> visitor.post("api/resume", MESSAGE));
        requests.put(Route.CANCEL, visitor -> visitor.post("api/cancel", MESSAGE));
        requests.put(Route.RESCHEDULE, visitor -> visitor.post("api/reschedule", MESSAGE));
        requests.put(Route.REDRIVE, visitor -> visitor.post("api/redrive", MESSAGES));
        requests.put(Route.DELETE, visitor -> visitor.post("api/delete", MESSAGES));
        requests.put(Route.BEGIN, visitor -> visitor.post("api/begin", TASK));
        requests.put(Route.STOP, visitor -> visitor.post("api/stop", MESSAGE));
        return requests;
    }

    /** What each user has. Who has a permission also sees. */
    private static final Map<String, List<Permission>> PERMISSIONS = Map.of(
            "customer", List.of(),
            "viewer", List.of(Permission.VIEW),
            "operator", List.of(Permission.VIEW, Permission.CANCEL, Permission.OPERATE),
            "reader", List.of(Permission.VIEW, Permission.VALUES));

    @Test
    void everyRouteHasACase() {
        assertThat(REQUESTS.keySet()).containsExactlyInAnyOrder(Route.values());
    }

    @ParameterizedTest
    @EnumSource(value = Security.class, names = "UNPROTECTED_FORM", mode = EnumSource.Mode.EXCLUDE)
    void onlyTheRightRolesPass(Security security) {
        try (Shop shop = Shop.start(security)) {
            REQUESTS.forEach((route, request) -> {
                // The page shows the application's login; scripts are told.
                HttpResponse<String> unknown = request.apply(new Visitor(shop.address()));
                assertThat(unknown.statusCode())
                        .as("%s, nobody, %s: %s", security, route, unknown.body())
                        .isEqualTo(security == Security.FORM_LOGIN && route.isPage() ? 302 : 401);
                assertThat(unknown.body()).doesNotContain("orders");
            });
            if (security != Security.NONE) {
                PERMISSIONS.forEach((user, permissions) -> {
                    Visitor visitor = signedIn(shop, security, user);
                    REQUESTS.forEach((route, request) -> {
                        HttpResponse<String> answer = request.apply(visitor);
                        assertThat(answer.statusCode())
                                .as("%s, %s, %s: %s", security, user, route, answer.body())
                                .isEqualTo(permissions.contains(route.permission()) ? success(route) : 403);
                    });
                });
            }
        }
    }

    private static Visitor signedIn(Shop shop, Security security, String user) {
        Visitor visitor = new Visitor(shop.address());
        return security == Security.FORM_LOGIN ? visitor.form(user) : visitor.basic(user);
    }

    private static int success(Route route) {
        return route == Route.ENTRANCE || route == Route.LOGIN ? 302 : 200;
    }

    @Test
    void aLoginLeadsBackToThePage() {
        try (Shop shop = Shop.start(Security.FORM_LOGIN)) {
            Visitor visitor = new Visitor(shop.address());
            HttpResponse<String> answer = visitor.get("");

            assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith("/login");
            assertThat(visitor.form("viewer").get("").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void anyoneSeesAndChangesNothing() {
        try (Shop shop = Shop.start(Security.PERMIT_ALL, "delay.redisson.dashboard.view-roles=anyone")) {
            REQUESTS.forEach((route, request) -> {
                int status = request.apply(new Visitor(shop.address())).statusCode();
                assertThat(status)
                        .as("nobody, %s", route)
                        .isEqualTo(
                                route.permission() == Permission.VIEW && route != Route.LOGIN ? success(route) : 401);
            });
        }
    }
}
