package org.delay.redisson.dashboard;

import jakarta.servlet.http.HttpServletRequest;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.AccessDenied;
import org.delay.redisson.operations.AccessRules;
import org.delay.redisson.operations.JournalUnavailable;
import org.delay.redisson.operations.Permission;
import org.delay.redisson.operations.TopicsUnavailable;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Stands before each route. It decides by itself, so that an application whose own rules let everybody pass opens nothing. Turns exceptions
 * into answers.
 */
@Slf4j
@RequiredArgsConstructor
final class Guard {

    private final AccessRules rules;

    /** What is behind the guard. */
    @FunctionalInterface
    interface Answerer {

        /** Answers a request that this access is for. */
        ServerResponse answer(Route route, ServerRequest request, Access access) throws Exception;
    }

    /** Answers the request, or says why not. */
    ServerResponse answer(Route route, ServerRequest request, Answerer behind) throws Exception {
        HttpServletRequest servlet = request.servletRequest();
        WebCaller caller = new WebCaller(servlet);
        Access access = rules.of(caller);
        if (!access.may(route.permission(), Access.ALL_TOPICS)) {
            return refused(route, caller, access.may(Permission.VIEW, Access.ALL_TOPICS));
        }
        String refusal = route.isChange() ? Origins.refusal(servlet) : null;
        if (refusal != null) {
            log.warn(
                    "The dashboard refused to {}, as the request may come from another site: {}",
                    route.text(),
                    refusal);
            return Reply.problem(HttpStatus.FORBIDDEN, refusal);
        }
        return answered(route, request, access, behind);
    }

    private static ServerResponse refused(Route route, WebCaller caller, boolean mayView) {
        if (route.isChange() && (caller.isAuthenticated() || mayView)) {
            log.warn(
                    "The dashboard refused to {} for {}, because the user lacks the permission {}",
                    route.text(),
                    name(caller),
                    route.permission());
        }
        if (caller.isAuthenticated()) {
            return route.isPage()
                    ? Reply.text(HttpStatus.FORBIDDEN, """
                            You are signed in, but have none of the roles that may see this page.
                            They are in the application's delay.redisson.dashboard.view-roles.
                            """)
                    : Reply.problem(HttpStatus.FORBIDDEN, "You lack the permission " + route.permission());
        }
        return route.isPage() ? new Login() : Reply.problem(HttpStatus.UNAUTHORIZED, "Nobody is signed in");
    }

    /** On one line. */
    private static String name(WebCaller caller) {
        String name = caller.name();
        return name == null ? "an unknown user" : name.replaceAll("\\p{Cntrl}", "?");
    }

    private static ServerResponse answered(Route route, ServerRequest request, Access access, Answerer behind)
            throws Exception {
        try {
            return behind.answer(route, request, access);
        } catch (IllegalArgumentException e) {
            return Reply.problem(HttpStatus.BAD_REQUEST, e.getMessage());
        } catch (AccessDenied e) {
            return Reply.problem(HttpStatus.FORBIDDEN, "You lack the permission for this");
        } catch (DelayQueueException | TopicsUnavailable | JournalUnavailable | LateAnswer e) {
            return Reply.problem(HttpStatus.SERVICE_UNAVAILABLE, e.getMessage());
        }
    }
}
