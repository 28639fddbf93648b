package org.delay.redisson.listener;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ReflectionUtils;

/**
 * A bean's method. The bean is asked for at each call, so it may be lazy or a prototype, and the method is called through
 * its proxy where it has one. Safe for use by many threads.
 */
final class BeanMethod {

    private final ConfigurableListableBeanFactory beans;
    private final String bean;
    private final Class<?> type;
    private final Method method;

    /** The method by the class that the bean shows: itself, or its proxy. */
    private final Map<Class<?>, Method> invocable = new ConcurrentHashMap<>();

    /** @param type the bean's class, behind its proxy if it has one */
    BeanMethod(ConfigurableListableBeanFactory beans, String bean, Class<?> type, Method method) {
        this.beans = beans;
        this.bean = bean;
        this.type = type;
        this.method = method;
    }

    String bean() {
        return bean;
    }

    Class<?> type() {
        return type;
    }

    Method method() {
        return method;
    }

    /**
     * What the bean shows can be known before it is made, mostly; where it can't, the first call will tell.
     *
     * @throws IllegalStateException if its proxy does not show the method
     */
    void checkInvocable() {
        Class<?> shown = beans.getType(bean, false);
        if (shown != null && beans.containsSingleton(bean)) {
            Method unused = AopUtils.selectInvocableMethod(method, shown);
        }
    }

    /** Calls it, and throws what it throws. */
    void invoke(@Nullable Object[] arguments) throws Exception {
        Object target = beans.getBean(bean);
        try {
            Object unused = invocable(target.getClass()).invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw thrown(e.getTargetException());
        }
    }

    private Method invocable(Class<?> shown) {
        return invocable.computeIfAbsent(shown, any -> {
            Method selected = AopUtils.selectInvocableMethod(method, shown);
            ReflectionUtils.makeAccessible(selected);
            return selected;
        });
    }

    private static Exception thrown(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof Exception exception ? exception : new UndeclaredThrowableException(cause);
    }

    /** As people look for it: the class and the method. */
    @Override
    public String toString() {
        return type.getSimpleName() + "." + method.getName() + " (bean '" + bean + "')";
    }
}
