package org.delay.redisson.autoconfigure;

import java.security.Principal;
import java.util.Set;
import org.delay.redisson.autoconfigure.RedissonDelayProperties.Endpoint;
import org.delay.redisson.operations.AccessRules;
import org.delay.redisson.operations.Audience;
import org.delay.redisson.operations.Caller;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;

/** The user of an actuator endpoint, by Spring Boot's rules: a role may also be an authority of Spring Security. */
record EndpointCaller(SecurityContext security) implements Caller {

    /** Values as the properties say. Everybody who reaches the endpoint may use it otherwise. */
    static AccessRules rules(Endpoint properties) {
        Audience values = switch (properties.showValues()) {
            case NEVER -> Audience.NOBODY;
            case ALWAYS -> Audience.EVERYBODY;
            case WHEN_AUTHORIZED ->
                properties.roles().isEmpty() ? Audience.AUTHENTICATED : Audience.ofRoles(properties.roles());
        };
        return new AccessRules(Audience.EVERYBODY, values, Audience.EVERYBODY);
    }

    @Override
    public @Nullable String name() {
        Principal principal = security.getPrincipal();
        return principal == null ? CurrentUser.name() : principal.getName();
    }

    @Override
    public boolean isAuthenticated() {
        return Show.WHEN_AUTHORIZED.isShown(security, Set.of());
    }

    @Override
    public boolean hasRole(String role) {
        return Show.WHEN_AUTHORIZED.isShown(security, Set.of(role));
    }
}
