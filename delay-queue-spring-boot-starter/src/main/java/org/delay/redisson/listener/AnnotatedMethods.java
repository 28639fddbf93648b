package org.delay.redisson.listener;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import lombok.extern.slf4j.Slf4j;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.TargetClassAware;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Finds the methods with a {@link DelayQueueListener} annotation by the types of all beans. It creates no bean. */
@Slf4j
final class AnnotatedMethods {

    private AnnotatedMethods() {}

    static List<BeanMethod> in(ConfigurableListableBeanFactory beans) {
        List<BeanMethod> found = new ArrayList<>();
        each(beans, (method, annotation) -> found.add(method));
        return found;
    }

    static void each(ConfigurableListableBeanFactory beans, BiConsumer<BeanMethod, DelayQueueListener> consumer) {
        for (String name : beans.getBeanNamesForType(Object.class, true, false)) {
            Class<?> type = ScopedProxyUtils.isScopedTarget(name) ? null : type(beans, name);
            if (type != null) {
                annotated(type)
                        .forEach((method, annotation) ->
                                consumer.accept(new BeanMethod(beans, name, type, method), annotation));
            }
        }
    }

    private static @Nullable Class<?> type(ConfigurableListableBeanFactory beans, String name) {
        String target = ScopedProxyUtils.getTargetBeanName(name);
        Class<?> type = AutoProxyUtils.determineTargetClass(beans, beans.containsBean(target) ? target : name);
        if (type != null && Proxy.isProxyClass(type) && beans.getSingleton(name) instanceof TargetClassAware proxy) {
            // A bean that the application registered by hand.
            type = proxy.getTargetClass();
        }
        return type != null
                        && !type.getName().startsWith("org.springframework.")
                        && AnnotationUtils.isCandidateClass(type, DelayQueueListener.class)
                ? type
                : null;
    }

    private static Map<Method, DelayQueueListener> annotated(Class<?> type) {
        try {
            return MethodIntrospector.selectMethods(
                    type, (MethodIntrospector.MetadataLookup<@Nullable DelayQueueListener>)
                            method -> AnnotatedElementUtils.findMergedAnnotation(method, DelayQueueListener.class));
        } catch (LinkageError | TypeNotPresentException e) {
            // A class that names something that is not there can't be looked at; its bean does not need it.
            log.debug("Methods of {} can't be looked at", type.getName(), e);
            return Map.of();
        }
    }
}
