package org.delay.redisson.autoconfigure;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.annotation.Order;
import tools.jackson.databind.json.JsonMapper;

/**
 * How bodies are written: as the application's own Jackson writes, of either generation, if it has one mapper or has marked
 * one, else by fastjson2. A mapper of Jackson 3 precedes one of Jackson 2, as it does in Spring Boot.
 */
@Slf4j
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(BodyConverter.class)
class BodyConverterConfiguration {

    /** Not by conditions on mappers, which would not see a marked one that is no candidate for others. */
    @Bean
    BodyConverter delayQueueBodyConverter(ObjectProvider<JsonMappers> generations, RedissonDelayProperties properties) {
        boolean checks = properties.checkBodies();
        List<JsonMappers> ordered = generations.orderedStream().toList();
        for (JsonMappers mappers : ordered) {
            BodyConverter marked = mappers.marked(checks);
            if (marked != null) {
                return marked;
            }
        }
        BodyConverter only = only(ordered, checks);
        if (only != null) {
            return only;
        }
        FastjsonBodyConverter fastjson = new FastjsonBodyConverter();
        return checks ? fastjson : fastjson.withoutCheck();
    }

    /** Several are no failure, since an application need not know that its mappers are asked for; but it is told. */
    private static @Nullable BodyConverter only(List<JsonMappers> ordered, boolean checks) {
        try {
            for (JsonMappers mappers : ordered) {
                BodyConverter only = mappers.only(checks);
                if (only != null) {
                    return only;
                }
            }
        } catch (NoUniqueBeanDefinitionException several) {
            log.warn(
                    "fastjson2 writes the bodies, because there are several {} beans: {}. To use Jackson, mark one of"
                            + " them with @ForDelayQueue, make it @Primary, or declare a BodyConverter",
                    Candidates.kind(several),
                    Candidates.names(several));
        }
        return null;
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JsonMapper.class)
    static class Jackson3 {

        @Bean
        @Lazy
        @Order(3)
        JsonMappers delayQueueJackson3Mappers(
                @ForDelayQueue ObjectProvider<JsonMapper> marked, ObjectProvider<JsonMapper> all) {
            return new Jackson3Mappers(marked, all);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObjectMapper.class)
    static class Jackson2 {

        @Bean
        @Lazy
        @Order(4)
        JsonMappers delayQueueJackson2Mappers(
                @ForDelayQueue ObjectProvider<ObjectMapper> marked, ObjectProvider<ObjectMapper> all) {
            return new Jackson2Mappers(marked, all);
        }
    }
}
