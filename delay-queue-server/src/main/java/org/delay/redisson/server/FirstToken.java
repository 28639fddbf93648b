package org.delay.redisson.server;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.http.NewToken;
import org.springframework.boot.SpringApplication.AbandonedRunException;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * A server without tokens prints a new one and ends, since there is no default token. One that is only tried out gets a token
 * that holds until it ends.
 */
@RequiredArgsConstructor
final class FirstToken implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final List<String> PERMISSIONS = List.of("send", "cancel", "receive", "inspect", "values", "manage");

    private final PrintStream out;

    /** @throws AbandonedRunException if the server has no tokens */
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        if (hasAccessRule(environment)) {
            return;
        }
        if (TryOut.isOn(environment)) {
            lend(context, "try", NewToken.named("try"));
        } else {
            print("first", NewToken.named("first"));
            throw new AbandonedRunException();
        }
    }

    private static boolean hasAccessRule(ConfigurableEnvironment environment) {
        Binder binder = Binder.get(environment);
        return binder.bind("delay.redisson.http.tokens", Bindable.mapOf(String.class, Object.class))
                        .isBound()
                || "application"
                        .equalsIgnoreCase(binder.bind("delay.redisson.http.security", String.class)
                                .orElse("tokens"));
    }

    private static String property(String name, String end) {
        return "delay.redisson.http.tokens." + name + "." + end;
    }

    private void print(String name, NewToken token) {
        out.println("This server has no tokens, so nobody could use it. There is no default token. Here is a new one,"
                + " which is stored nowhere:");
        out.println();
        out.println("  " + token.token());
        out.println();
        out.println("To allow it to send to and receive from all topics, start the server with these properties:");
        out.println();
        out.println("  " + property(name, "sha256") + "=" + token.sha256());
        out.println("  " + property(name, "send") + "=*");
        out.println("  " + property(name, "receive") + "=*");
        out.println();
        out.println("To try the server out with a Redis and a token of its own, start it with"
                + " --spring.profiles.active=" + TryOut.PROFILE);
    }

    private void lend(ConfigurableApplicationContext context, String name, NewToken token) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(property(name, "sha256"), token.sha256());
        PERMISSIONS.forEach(permission -> properties.put(property(name, permission), "*"));
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("token of this run", properties));
        context.addApplicationListener((ApplicationListener<ApplicationReadyEvent>) ready -> {
            out.println("The server listens on http://127.0.0.1:"
                    + context.getEnvironment().getProperty("local.server.port")
                    + ". This token holds until it ends:");
            out.println();
            out.println("  " + token.token());
            out.println();
        });
    }
}
