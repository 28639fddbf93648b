package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.operations.QueueOperations;
import org.delay.redisson.operations.SharedTopicReadings;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;

/** Who may see what is in a message, and whose name the log has. */
@ExtendWith(OutputCaptureExtension.class)
class EndpointValuesTest {

    private final DelayQueueMessage queue = InMemoryDelayQueue.builder().build();

    @ParameterizedTest
    @CsvSource({
        "NEVER, ops, true, false",
        "ALWAYS, , false, true",
        "WHEN_AUTHORIZED, , false, false",
        "WHEN_AUTHORIZED, guest, false, false",
        "WHEN_AUTHORIZED, ops, true, true"
    })
    void valuesAreShownToWhomTheyAreMeantFor(ShowValues show, @Nullable String user, boolean hasRole, boolean shown) {
        EndpointJson.Message message = message(show, Set.of("OPS"), new User(user, hasRole));

        assertThat(message.body()).isEqualTo(shown ? "secret" : "******");
        assertThat(message.key()).isEqualTo(shown ? "customer" : "******");
        assertThat(message.headers()).isEqualTo(Map.of("user", shown ? "name" : "******"));
    }

    @Test
    void withoutRolesEverybodyWhoIsSignedInIsAuthorized() {
        assertThat(message(ShowValues.WHEN_AUTHORIZED, Set.of(), new User("guest", false))
                        .body())
                .isEqualTo("secret");
        assertThat(message(ShowValues.WHEN_AUTHORIZED, Set.of(), SecurityContext.NONE)
                        .body())
                .isEqualTo("******");
    }

    /** As Spring Boot's own values: {@code isUserInRole} would look for ROLE_ops:read. */
    @Test
    void aRoleMayBeAnAuthorityOfSpringSecurity() {
        Authentication user =
                new TestingAuthenticationToken("ann", "password", List.of(new SimpleGrantedAuthority("ops:read")));
        SecurityContext security = new SecurityContext() {
            @Override
            public Principal getPrincipal() {
                return user;
            }

            @Override
            public boolean isUserInRole(String role) {
                return false;
            }
        };

        assertThat(message(ShowValues.WHEN_AUTHORIZED, Set.of("ops:read"), security)
                        .body())
                .isEqualTo("secret");
        assertThat(message(ShowValues.WHEN_AUTHORIZED, Set.of("ops:write"), security)
                        .body())
                .isEqualTo("******");
    }

    @Test
    void theLogNamesWhoChangesSomething(CapturedOutput output) {
        DelayQueueEndpoint endpoint = endpoint(ShowValues.NEVER, Set.of());
        endpoint.operate(new User("alice", false), "orders", "pause", null, null, null, null, null);
        endpoint.operate("orders", "resume");
        SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("bob", "password"));
        try {
            endpoint.operate("orders", "pause");
        } finally {
            SecurityContextHolder.clearContext();
        }

        assertThat(output)
                .contains("Operation by alice: Pause[topic=orders]: PAUSED")
                .contains("Operation by an unknown user: Resume[topic=orders]: RESUMED")
                .contains("Operation by bob: Pause[topic=orders]: PAUSED");
    }

    private EndpointJson.Message message(ShowValues show, Set<String> roles, SecurityContext security) {
        queue.schedule(List.of(OutgoingMessage.to("orders")
                .id("a")
                .body("secret")
                .key("customer")
                .header("user", "name")
                .delay(Duration.ofHours(1))
                .build()));
        return (EndpointJson.Message) endpoint(show, roles)
                .show(security, "orders", "message", "a", null, null)
                .getBody();
    }

    private DelayQueueEndpoint endpoint(ShowValues show, Set<String> roles) {
        QueueOperations operations =
                new QueueOperations(queue, null, new SharedTopicReadings(queue, null, Duration.ofHours(1)));
        return new DelayQueueEndpoint(
                operations, EndpointCaller.rules(new RedissonDelayProperties.Endpoint(show, roles)));
    }

    private record User(@Nullable String name, boolean hasRole) implements SecurityContext {

        @Override
        public @Nullable Principal getPrincipal() {
            return name == null ? null : () -> name;
        }

        @Override
        public boolean isUserInRole(String role) {
            return hasRole && role.equals("OPS");
        }
    }
}
