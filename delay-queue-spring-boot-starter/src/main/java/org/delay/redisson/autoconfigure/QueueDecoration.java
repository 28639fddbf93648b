package org.delay.redisson.autoconfigure;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.QueueDecorator;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.PriorityOrdered;
import org.springframework.util.ClassUtils;

/**
 * Puts the application's {@link QueueDecorator}s around its queue, whoever made that. Every injection point gets the decorated
 * queue, so nothing that is sent or settled goes past a decorator.
 *
 * <p>Priority-ordered, since another post-processor may inject the queue, and would else get it without decorators.
 */
final class QueueDecoration implements BeanPostProcessor, PriorityOrdered {

    /** The container calls these on the bean itself. */
    private static final List<Class<?>> CALLBACKS =
            List.of(AutoCloseable.class, DisposableBean.class, InitializingBean.class, Aware.class);

    private final ConfigurableListableBeanFactory beans;

    QueueDecoration(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof DelayQueueMessage queue) || !isInjected(name)) {
            return bean;
        }
        DelayQueueMessage decorated = decorated(queue);
        return decorated == queue ? queue : withInterfaces(queue, decorated);
    }

    /** A queue that only another queue uses, the primary one or a scoped proxy, is decorated by way of that. */
    private boolean isInjected(String name) {
        if (!beans.containsBeanDefinition(name)) {
            return true;
        }
        return beans.getBeanDefinition(name).isAutowireCandidate()
                && (isPrimary(name)
                        || Arrays.stream(beans.getBeanNamesForType(DelayQueueMessage.class, true, false))
                                .noneMatch(this::isPrimary));
    }

    private boolean isPrimary(String name) {
        return beans.containsBeanDefinition(name)
                && beans.getMergedBeanDefinition(name).isPrimary();
    }

    private DelayQueueMessage decorated(DelayQueueMessage queue) {
        DelayQueueMessage decorated = queue;
        List<QueueDecorator> decorators = beans.getBeanProvider(QueueDecorator.class).stream()
                .sorted(Comparator.comparingInt(QueueDecorator::order).reversed())
                .toList();
        for (QueueDecorator decorator : decorators) {
            decorated = decorator.decorate(decorated);
        }
        return decorated;
    }

    /** What else an application's own queue is, a Lifecycle for example, it stays. */
    private static Object withInterfaces(DelayQueueMessage queue, DelayQueueMessage decorated) {
        List<Class<?>> others = Arrays.stream(ClassUtils.getAllInterfaces(queue))
                .filter(type -> !type.isInstance(decorated) && !isTechnical(type))
                .toList();
        if (others.isEmpty()) {
            return decorated;
        }
        ProxyFactory proxy = new ProxyFactory();
        proxy.setTarget(queue);
        proxy.addInterface(DelayQueueMessage.class);
        others.forEach(proxy::addInterface);
        proxy.addAdvice(
                (MethodInterceptor) call -> call.getMethod().getDeclaringClass().isInstance(decorated)
                        ? AopUtils.invokeJoinpointUsingReflection(decorated, call.getMethod(), call.getArguments())
                        : call.proceed());
        return proxy.getProxy(queue.getClass().getClassLoader());
    }

    private static boolean isTechnical(Class<?> type) {
        return CALLBACKS.stream().anyMatch(callback -> callback.isAssignableFrom(type))
                || type.getPackageName().startsWith("org.springframework.aop");
    }
}
