package org.delay.redisson.listener;

import java.util.Set;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/** Types of what is returned before the work is done. */
final class AsyncTypes {

    /** Besides the types that Spring can adapt, such as those of Reactor, RxJava, Mutiny and Kotlin's coroutines. */
    private static final Set<String> INTERFACES =
            Set.of("java.util.concurrent.CompletionStage", "org.reactivestreams.Publisher", "kotlinx.coroutines.Job");

    private AsyncTypes() {}

    static boolean contains(Class<?> type) {
        return Future.class.isAssignableFrom(type)
                || Flow.Publisher.class.isAssignableFrom(type)
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null
                || ClassUtils.getAllInterfacesForClassAsSet(type).stream()
                        .map(Class::getName)
                        .anyMatch(INTERFACES::contains);
    }
}
