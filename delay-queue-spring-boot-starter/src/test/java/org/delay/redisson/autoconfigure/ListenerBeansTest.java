package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.listener.DelayQueueListener;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;

/** Beans of all kinds may have listener methods. */
class ListenerBeansTest extends ListenersFixture {

    @Test
    void beansMayBeProxiedOrLazyOrPrototypesOrScoped() {
        runner("beans").withUserConfiguration(Beans.class).run(context -> {
            assertThat(context.getBean(Beans.class).lazyMade)
                    .as("not before its message")
                    .hasValue(0);
            send(context, "lazy", "x");
            assertThat(log(context).next()).isEqualTo("lazy");
            send(context, "lazy", "x");
            assertThat(log(context).next()).isEqualTo("lazy");
            assertThat(context.getBean(Beans.class).lazyMade).hasValue(1);

            send(context, "proxied", "x");
            assertThat(log(context).next()).isEqualTo("advised");
            assertThat(log(context).next()).isEqualTo("proxied");

            send(context, "interface", "x");
            assertThat(log(context).next()).isEqualTo("interface x");

            send(context, "prototype", "x");
            String first = log(context).next();
            send(context, "prototype", "x");
            assertThat(log(context).next()).startsWith("prototype").isNotEqualTo(first);

            send(context, "scoped", "x");
            assertThat(log(context).next()).isEqualTo("scoped");
        });
    }

    interface Receiver {
        @DelayQueueListener(topics = "interface")
        void receive(String body);
    }

    static class Handler {

        private final Log log;
        private final String line;

        Handler(Log log, String line) {
            this.log = log;
            this.line = line;
        }

        void say() {
            log.add(line);
        }
    }

    static class LazyHandler extends Handler {
        LazyHandler(Log log) {
            super(log, "lazy");
        }

        @DelayQueueListener(topics = "lazy")
        void on() {
            say();
        }
    }

    public static class Proxied {

        private Log log;

        @DelayQueueListener(topics = "proxied")
        void on() {
            log.add("proxied");
        }
    }

    static class Prototype extends Handler {
        Prototype(Log log, int number) {
            super(log, "prototype " + number);
        }

        @DelayQueueListener(topics = "prototype")
        void on() {
            say();
        }
    }

    public static class Scoped {

        private Log log;

        @DelayQueueListener(topics = "scoped")
        public void on() {
            log.add("scoped");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans {

        final AtomicInteger lazyMade = new AtomicInteger();
        private final AtomicInteger prototypes = new AtomicInteger();

        @Bean
        @Lazy
        LazyHandler lazyHandler(Log log) {
            lazyMade.incrementAndGet();
            return new LazyHandler(log);
        }

        @Bean
        static Proxied proxied(ObjectProvider<Log> log) {
            Proxied target = new Proxied();
            target.log = log.getObject();
            ProxyFactory proxies = new ProxyFactory(target);
            proxies.setProxyTargetClass(true);
            proxies.addAdvice((org.aopalliance.intercept.MethodInterceptor) call -> {
                if (call.getMethod().getName().equals("on")) {
                    target.log.add("advised");
                }
                return call.proceed();
            });
            return (Proxied) proxies.getProxy();
        }

        @Bean
        Receiver receiver(Log log) {
            ProxyFactory proxies = new ProxyFactory((Receiver) body -> log.add("interface " + body));
            proxies.setInterfaces(Receiver.class);
            return (Receiver) proxies.getProxy();
        }

        @Bean
        @Scope("prototype")
        Prototype prototype(Log log) {
            return new Prototype(log, prototypes.incrementAndGet());
        }

        @Bean
        @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Scoped scoped(Log log) {
            Scoped scoped = new Scoped();
            scoped.log = log;
            return scoped;
        }
    }
}
