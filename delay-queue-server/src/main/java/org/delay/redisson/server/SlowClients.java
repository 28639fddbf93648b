package org.delay.redisson.server;

import org.apache.coyote.AbstractProtocol;
import org.delay.redisson.http.DelayQueueHttpProperties;
import org.delay.redisson.http.HeapRoom;
import org.delay.redisson.http.OtherPathsValve;
import org.delay.redisson.http.UnreadBodyValve;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps clients that send or read slowly from holding the threads or the memory of the server, whatever path they choose. */
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

    /** Each has buffers from its first byte on, before anybody knows who it is. */
    @Bean
    static WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> connectionsInHeap() {
        return tomcat -> tomcat.addConnectorCustomizers(connector -> {
            if (connector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
                protocol.setMaxConnections(Math.min(protocol.getMaxConnections(), HeapRoom.connections()));
            }
        });
    }
}
