package org.delay.redisson.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;

/** Who makes the request of this thread, where Spring Security knows it: an actuator does not say it to every operation. */
final class CurrentUser {

    private static final boolean HAS_SPRING_SECURITY = ClassUtils.isPresent(
            "org.springframework.security.core.context.SecurityContextHolder", CurrentUser.class.getClassLoader());

    private CurrentUser() {}

    static @Nullable String name() {
        return HAS_SPRING_SECURITY ? SpringSecurity.name() : null;
    }

    private static final class SpringSecurity {

        private static @Nullable String name() {
            Authentication user = SecurityContextHolder.getContext().getAuthentication();
            return user == null || user instanceof AnonymousAuthenticationToken ? null : user.getName();
        }
    }
}
