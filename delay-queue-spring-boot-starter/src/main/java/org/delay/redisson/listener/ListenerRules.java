package org.delay.redisson.listener;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import org.delay.redisson.startup.CannotStartException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** The rules that a listener method and its bean must follow, regardless of its annotation and parameters. */
final class ListenerRules {

    private static final Set<String> REQUEST_SCOPES = Set.of("request", "session", "websocket");

    /** Annotations that make Spring call the method in another thread. */
    private static final Set<String> ASYNC = Set.of(
            "org.springframework.scheduling.annotation.Async",
            "jakarta.ejb.Asynchronous",
            "jakarta.enterprise.concurrent.Asynchronous");

    private static final String CONTINUATION = "kotlin.coroutines.Continuation";

    private ListenerRules() {}

    /** @throws CannotStartException if the method breaks a rule */
    static void check(ConfigurableListableBeanFactory beans, BeanMethod method) {
        checkThatItsEndIsTheEnd(method);
        checkScope(beans, method);
        try {
            method.checkInvocable();
        } catch (IllegalStateException e) {
            throw new CannotStartException(
                    "@DelayQueueListener method " + method + " can't be called through the bean's proxy: "
                            + e.getMessage(),
                    "Make the method neither private nor final. If the proxy has only interfaces, declare the method in one of"
                            + " them, or use a class-based proxy.",
                    e);
        }
    }

    private static void checkThatItsEndIsTheEnd(BeanMethod method) {
        Method declared = method.method();
        Class<?> returned = declared.getReturnType();
        if (isSuspending(declared)) {
            throw endsBeforeItsWork(method, "is a suspending function", "Make it a plain function that blocks.");
        }
        if (AsyncTypes.contains(returned)) {
            throw endsBeforeItsWork(
                    method, "returns a " + returned.getSimpleName(), "Make the method wait until its work is done.");
        }
        if (isAsync(declared) || isAsync(method.type())) {
            throw endsBeforeItsWork(
                    method,
                    "is @Async, or its class is",
                    "Remove @Async: messages are already delivered on the queue's own threads, and"
                            + " 'concurrency' limits the calls.");
        }
    }

    private static CannotStartException endsBeforeItsWork(BeanMethod method, String why, String action) {
        return new CannotStartException(
                "@DelayQueueListener method " + method + " " + why
                        + ", but a message is acked when the method returns, so a later failure would lose it.",
                action);
    }

    private static boolean isSuspending(Method method) {
        return Arrays.stream(method.getParameterTypes()).map(Class::getName).anyMatch(CONTINUATION::equals);
    }

    private static boolean isAsync(AnnotatedElement element) {
        MergedAnnotations annotations = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY);
        return ASYNC.stream().anyMatch(annotations::isPresent);
    }

    private static void checkScope(ConfigurableListableBeanFactory beans, BeanMethod method) {
        String target = "scopedTarget." + method.bean();
        String defined = beans.containsBeanDefinition(target) ? target : method.bean();
        if (!beans.containsBeanDefinition(defined)) {
            return;
        }
        String scope = beans.getMergedBeanDefinition(defined).getScope();
        if (scope != null && REQUEST_SCOPES.contains(scope)) {
            throw new CannotStartException(
                    "@DelayQueueListener method " + method + " belongs to a bean in scope '" + scope
                            + "', which is not active when a message is due.",
                    "Move the method to a bean without this scope.");
        }
    }
}
