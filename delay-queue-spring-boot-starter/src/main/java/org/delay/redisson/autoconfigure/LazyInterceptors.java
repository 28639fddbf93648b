package org.delay.redisson.autoconfigure;

import java.util.List;
import java.util.function.Supplier;
import lombok.extern.slf4j.Slf4j;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The interceptors, made at the first call of the queue rather than with it: they take registries of meters and
 * observations along, which are complete only when all that customizes them is there, and that may send. Safe for use by
 * many threads.
 */
@Slf4j
final class LazyInterceptors implements Supplier<List<QueueInterceptor>> {

    private final ObjectProvider<QueueInterceptor> beans;
    private volatile @Nullable List<QueueInterceptor> found;

    LazyInterceptors(ObjectProvider<QueueInterceptor> beans) {
        this.beans = beans;
    }

    /** None for a call of those whose own creation is under way, and after the application's end. */
    @Override
    public List<QueueInterceptor> get() {
        List<QueueInterceptor> interceptors = found;
        if (interceptors == null) {
            try {
                interceptors = beans.orderedStream().toList();
            } catch (BeansException | IllegalStateException e) {
                log.debug("A call has no meters and traces, since they can't be made yet: {}", e.toString());
                return List.of();
            }
            found = interceptors;
        }
        return interceptors;
    }
}
