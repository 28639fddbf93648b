package org.delay.redisson.autoconfigure;

import org.delay.redisson.BodyConverter;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.json.JacksonBodyConverter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/**
 * How bodies are written: as the application's own Jackson writes where it has one, else by fastjson2. Nested
 * configurations are read first.
 */
@Configuration(proxyBeanMethods = false)
class BodyConverterConfiguration {

    @Bean
    @ConditionalOnMissingBean(BodyConverter.class)
    FastjsonBodyConverter fastjsonBodyConverter() {
        return new FastjsonBodyConverter();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JsonMapper.class)
    @ConditionalOnSingleCandidate(JsonMapper.class)
    @ConditionalOnMissingBean(BodyConverter.class)
    static class Jackson {

        @Bean
        JacksonBodyConverter jacksonBodyConverter(JsonMapper mapper) {
            return new JacksonBodyConverter(mapper);
        }
    }
}
