package org.delay.redisson.autoconfigure;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if a property is true in any of the forms that Spring Boot's properties know: {@code true}, {@code yes}, {@code on} and
 * {@code 1}, in any case. Spring Boot's own condition knows {@code true} only, though the property is bound as on. A value that is
 * no boolean fails the start.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(ConditionalOnFlag.OnFlag.class)
@interface ConditionalOnFlag {

    /** The property. */
    String value();

    /** What the property has to be. */
    boolean is() default true;

    /** What the property is if it is not set. */
    boolean byDefault() default false;

    /** Whether a boolean property has the value that {@link ConditionalOnFlag} asks for. Binds it as properties are bound. */
    class OnFlag extends SpringBootCondition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            MergedAnnotation<ConditionalOnFlag> flag = metadata.getAnnotations().get(ConditionalOnFlag.class);
            String property = flag.getString("value");
            BindResult<Boolean> bound = Binder.get(context.getEnvironment()).bind(property, Boolean.class);
            boolean value = bound.isBound() ? bound.get() : flag.getBoolean("byDefault");
            return new ConditionOutcome(
                    value == flag.getBoolean("is"),
                    ConditionMessage.forCondition(ConditionalOnFlag.class).because("'" + property + "' is " + value));
        }
    }
}
