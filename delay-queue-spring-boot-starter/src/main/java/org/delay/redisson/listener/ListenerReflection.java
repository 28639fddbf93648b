package org.delay.redisson.listener;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import org.delay.redisson.DelayedMessage;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.annotation.ReflectiveProcessor;
import org.springframework.core.annotation.MergedAnnotations;

/** What a native image must know of a listener method: it is called by reflection, and its body is read from JSON. */
final class ListenerReflection implements ReflectiveProcessor {

    private final BindingReflectionHintsRegistrar bodies = new BindingReflectionHintsRegistrar();

    @Override
    public void registerReflectionHints(ReflectionHints hints, AnnotatedElement element) {
        if (element instanceof Method method) {
            hints.registerMethod(method, ExecutableMode.INVOKE);
            for (Parameter parameter : method.getParameters()) {
                if (parameter.getType() != DelayedMessage.class
                        && !MergedAnnotations.from(parameter).isPresent(Header.class)) {
                    bodies.registerReflectionHints(hints, parameter.getParameterizedType());
                }
            }
        }
    }
}
