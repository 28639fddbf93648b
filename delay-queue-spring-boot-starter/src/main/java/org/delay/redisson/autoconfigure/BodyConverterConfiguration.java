package org.delay.redisson.autoconfigure;

import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.json.JacksonBodyConverter;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/**
 * How bodies are written: as the application's own Jackson writes where it has one, or has marked one, else by
 * fastjson2. Nested configurations are read first.
 */
@Slf4j
@Configuration(proxyBeanMethods = false)
class BodyConverterConfiguration {

    @Bean
    @ConditionalOnMissingBean(BodyConverter.class)
    FastjsonBodyConverter fastjsonBodyConverter() {
        return new FastjsonBodyConverter();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JsonMapper.class)
    @ConditionalOnMissingBean(BodyConverter.class)
    static class Jackson {

        /** Not by a condition on a mapper, which would not see a marked one that is no candidate for others. */
        @Bean
        BodyConverter delayQueueBodyConverter(
                @ForDelayQueue ObjectProvider<JsonMapper> marked, ObjectProvider<JsonMapper> all) {
            JsonMapper mapper = Candidates.one(marked);
            if (mapper == null) {
                mapper = only(all);
            }
            return mapper == null ? new FastjsonBodyConverter() : new JacksonBodyConverter(mapper);
        }

        /** Several are no failure, since an application need not know that its mappers are asked for; but it is told. */
        private static @Nullable JsonMapper only(ObjectProvider<JsonMapper> all) {
            try {
                return all.getIfAvailable();
            } catch (NoUniqueBeanDefinitionException several) {
                log.warn(
                        "fastjson2 writes the bodies, because there are several JsonMapper beans: {}. To use"
                                + " Jackson, mark one of them with @ForDelayQueue, make it @Primary, or declare a"
                                + " BodyConverter",
                        Candidates.names(several));
                return null;
            }
        }
    }
}
