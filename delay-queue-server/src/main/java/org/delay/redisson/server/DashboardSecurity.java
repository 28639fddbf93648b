package org.delay.redisson.server;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** Gives the dashboard a login, in its profile. Who may do what there is checked by the dashboard itself. */
@Configuration(proxyBeanMethods = false)
@Profile("dashboard")
class DashboardSecurity {

    /** Before everything else is closed. */
    @Bean
    @Order(1)
    static SecurityFilterChain dashboard(
            HttpSecurity http, @Value("${delay.redisson.dashboard.path:/delay-queue}") String path) throws Exception {
        return http.securityMatcher(
                        path,
                        path + "/",
                        path + "/login",
                        path + "/files/*",
                        path + "/api/*",
                        "/login",
                        "/logout",
                        "/default-ui.css")
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .formLogin(Customizer.withDefaults())
                .build();
    }
}
