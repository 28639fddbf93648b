package org.delay.redisson.server;

import jakarta.servlet.DispatcherType;
import org.delay.redisson.http.DelayQueueHttpProperties;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

/** Closes everything but the API, which asks for its own tokens, and the health that probes ask for. */
@Configuration(proxyBeanMethods = false)
class ServerSecurity {

    /** Requests with tokens pass no filters: Spring Security has no part in them, and its filters took a fifth of their time. */
    @Bean
    @Order(0)
    @ConditionalOnProperty(name = "delay.redisson.http.security", havingValue = "tokens", matchIfMissing = true)
    static SecurityFilterChain api(DelayQueueHttpProperties api) {
        return new DefaultSecurityFilterChain(
                PathPatternRequestMatcher.withDefaults().matcher(api.path() + "/v1/**"));
    }

    @Bean
    static SecurityFilterChain closed(HttpSecurity http, DelayQueueHttpProperties api) throws Exception {
        return http.authorizeHttpRequests(
                        requests -> requests.dispatcherTypeMatchers(DispatcherType.ASYNC, DispatcherType.ERROR)
                                .permitAll()
                                .requestMatchers(api.path() + "/v1/**", "/actuator/health", "/actuator/health/*")
                                .permitAll()
                                .anyRequest()
                                .denyAll())
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(AbstractHttpConfigurer::disable)
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .build();
    }
}
