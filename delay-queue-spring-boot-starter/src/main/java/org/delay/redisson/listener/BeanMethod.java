package org.delay.redisson.listener;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.PermanentFailure;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * A method of a bean. Each call looks the bean up, so the bean may be lazy or a prototype. If the bean has a proxy, the method is called
 * through it. Thread-safe.
 */
final class BeanMethod {

    private final ConfigurableListableBeanFactory beans;
    private final String bean;
    private final Class<?> type;
    private final Method method;

    /** The method as declared by the bean's class or by its proxy's class. */
    private final Map<Class<?>, Method> invocable = new ConcurrentHashMap<>();

    /** @param type the bean's class without its proxy */
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
     * Checks the bean's type before the bean is created. If the type is not known yet, the first call checks it.
     *
     * @throws IllegalStateException if the bean's proxy does not have the method
     */
    void checkInvocable() {
        Class<?> shown = beans.getType(bean, false);
        if (shown != null && beans.containsSingleton(bean)) {
            Method unused = select(shown);
        }
    }

    /**
     * Calls the method, and throws what the method throws.
     *
     * @throws PermanentFailure if its work is not done when it returns. Startup refuses such a method if its declaration says so
     */
    void invoke(@Nullable Object[] arguments) throws Exception {
        Object target = beans.getBean(bean);
        Object returned;
        try {
            returned = invocable(target.getClass()).invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw thrown(e.getTargetException());
        }
        if (returned != null && AsyncTypes.contains(returned.getClass())) {
            throw new PermanentFailure("Method " + this + " returned a "
                    + returned.getClass().getSimpleName()
                    + ", whose work may fail later. Let the method wait until its work is done");
        }
    }

    private Method invocable(Class<?> shown) {
        return invocable.computeIfAbsent(shown, any -> {
            Method selected = select(shown);
            ReflectionUtils.makeAccessible(selected);
            return selected;
        });
    }

    private Method select(Class<?> shown) {
        Method selected = AopUtils.selectInvocableMethod(method, shown);
        if (SpringProxy.class.isAssignableFrom(shown)
                && !Proxy.isProxyClass(shown)
                && Modifier.isFinal(selected.getModifiers())) {
            throw new IllegalStateException("Method '" + method.getName()
                    + "' is final, so the proxy runs it on itself, without the fields of the bean.");
        }
        return selected;
    }

    private static Exception thrown(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof Exception exception ? exception : new UndeclaredThrowableException(cause);
    }

    /** The class and the method, for log messages. */
    @Override
    public String toString() {
        String name = type.getSimpleName();
        return (name.isEmpty() ? ClassUtils.getShortName(type) : name) + "." + method.getName() + " (bean '" + bean
                + "')";
    }
}
