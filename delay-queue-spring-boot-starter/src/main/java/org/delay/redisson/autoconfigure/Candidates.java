package org.delay.redisson.autoconfigure;

import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;

/** Which of the application's beans to use. */
final class Candidates {

    private Candidates() {}

    /**
     * The bean that bears {@link ForDelayQueue}, else the only or primary one, else null.
     *
     * @throws CannotStartException if there are several to choose from
     */
    static <T> @Nullable T one(ObjectProvider<T> marked, ObjectProvider<T> all) {
        T bean = one(marked);
        return bean != null ? bean : one(all);
    }

    /**
     * The only or primary bean, or null if there is none.
     *
     * @throws CannotStartException if there are several to choose from
     */
    static <T> @Nullable T one(ObjectProvider<T> beans) {
        try {
            return beans.getIfAvailable();
        } catch (NoUniqueBeanDefinitionException several) {
            throw ambiguous(several);
        }
    }

    private static CannotStartException ambiguous(NoUniqueBeanDefinitionException several) {
        return new CannotStartException(
                "The delay queue needs one " + kind(several) + ", and can't choose between these beans: "
                        + names(several) + ".",
                "Mark one of them with @ForDelayQueue, or make it @Primary.",
                several);
    }

    /** The type of the candidates, for people. */
    static String kind(NoUniqueBeanDefinitionException several) {
        Class<?> type = several.getBeanType();
        return type == null ? "bean" : type.getSimpleName();
    }

    /** The candidates, for people. */
    static String names(NoUniqueBeanDefinitionException several) {
        return several.getBeanNamesFound() == null
                ? String.valueOf(several.getNumberOfBeansFound())
                : String.join(", ", several.getBeanNamesFound());
    }
}
