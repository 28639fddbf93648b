package org.delay.redisson.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who may do what. */
class AccessRulesTest {

    private final AccessRules rules = new AccessRules(
            Audience.AUTHENTICATED, Audience.ofRoles(Set.of("auditor")), Audience.ofRoles(Set.of("ops", "admin")));

    private record User(boolean isAuthenticated, Set<String> roles) implements Caller {

        @Override
        public boolean hasRole(String role) {
            return roles.contains(role);
        }
    }

    private Set<Permission> permissions(User user) {
        Access access = rules.of(user);
        return Stream.of(Permission.values())
                .filter(permission -> access.may(permission, "orders"))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Permission.class)));
    }

    @Test
    void eachRoleHasItsPermissions() {
        assertThat(permissions(new User(true, Set.of()))).containsExactly(Permission.VIEW);
        assertThat(permissions(new User(true, Set.of("auditor")))).containsExactly(Permission.VIEW, Permission.VALUES);
        assertThat(permissions(new User(true, Set.of("admin"))))
                .containsExactly(Permission.VIEW, Permission.CANCEL, Permission.OPERATE, Permission.ADMINISTER);
    }

    @Test
    void aRoleOfNobodyKnownCountsForNothing() {
        assertThat(permissions(new User(false, Set.of("admin", "auditor")))).isEmpty();
    }

    @Test
    void everybodyIncludesUnknownCallersAndNobodyIncludesNone() {
        AccessRules open = new AccessRules(Audience.EVERYBODY, Audience.NOBODY, Audience.NOBODY);

        assertThat(open.of(new User(false, Set.of())).may(Permission.VIEW, "orders"))
                .isTrue();
        assertThat(open.of(new User(true, Set.of("admin"))).may(Permission.OPERATE, "orders"))
                .isFalse();
    }
}
