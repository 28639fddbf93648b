package org.delay.redisson.autoconfigure;

import org.delay.redisson.BodyConverter;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;

/** The application's mappers of one generation of Jackson, as what converts bodies. */
interface JsonMappers {

    /**
     * By the mapper that bears {@link ForDelayQueue}, or null if none does.
     *
     * @param checks whether the converter refuses what it would not read as it is
     */
    @Nullable
    BodyConverter marked(boolean checks);

    /**
     * By the only or primary mapper, or null if there is none.
     *
     * @param checks as for {@link #marked}
     * @throws NoUniqueBeanDefinitionException if there are several to choose from
     */
    @Nullable
    BodyConverter only(boolean checks);
}
