package org.delay.redisson.operations;

import java.util.function.Supplier;
import lombok.extern.slf4j.Slf4j;
import org.jspecify.annotations.Nullable;

/** One line for each change that a person makes, tries to make, or may not make. Its own class, so that its lines can be kept. */
@Slf4j
final class AuditLog {

    private static final int MOST = 300;

    private AuditLog() {}

    /** Makes a change that the caller must have a permission for. */
    static <T> T record(Access access, Permission permission, String topic, Object operation, Supplier<T> change) {
        String user = text(access.user() == null ? "an unknown user" : access.user());
        String what = text(operation);
        try {
            access.require(permission, topic);
            T result = change.get();
            log.info("Operation by {}: {}: {}", user, what, text(result));
            return result;
        } catch (AccessDenied e) {
            log.warn(
                    "Operation by {}: {} was refused, because the user lacks the permission {}",
                    user,
                    what,
                    permission);
            throw e;
        } catch (RuntimeException e) {
            log.warn("Operation by {}: {} failed, and may have taken effect in part: {}", user, what, text(e));
            throw e;
        }
    }

    /** On one line: names, and what people type, could forge further lines. */
    private static String text(@Nullable Object value) {
        String line = String.valueOf(value).replaceAll("\\p{Cntrl}", "?");
        return line.length() <= MOST ? line : line.substring(0, MOST) + "…";
    }
}
