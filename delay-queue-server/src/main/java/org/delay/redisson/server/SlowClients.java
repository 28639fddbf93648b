package org.delay.redisson.server;

import org.delay.redisson.http.DelayQueueHttpProperties;
import org.delay.redisson.http.OtherPathsValve;
import org.delay.redisson.http.UnreadBodyValve;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps clients that send or read slowly from holding the threads of the server, whatever path they choose. */
@Configuration(proxyBeanMethods = false)
class SlowClients {

    @Bean
    static UnreadBodyValve unreadBodies() {
        return new UnreadBodyValve("/");
    }

    @Bean
    static WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> otherPaths(DelayQueueHttpProperties api) {
        return tomcat -> tomcat.addContextCustomizers(
                context -> context.getPipeline().addValve(new OtherPathsValve(api.path() + "/v1/")));
    }
}
