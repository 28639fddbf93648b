package org.delay.redisson.server;

import jakarta.servlet.DispatcherType;
import org.delay.redisson.http.DelayQueueHttpProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;

/** Closes everything but the API, which asks for its own tokens, and the health that probes ask for. */
@Configuration(proxyBeanMethods = false)
class ServerSecurity {

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
