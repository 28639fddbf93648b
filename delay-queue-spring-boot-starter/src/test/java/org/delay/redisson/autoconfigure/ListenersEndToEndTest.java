package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Headers;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.Receipt;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.listener.Header;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.kafka.annotation.KafkaListener;

/** Listener methods on a real Redis, and beside a real Kafka. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class ListenersEndToEndTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    private static ApplicationContextRunner runner(String service) {
        return Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class))
                .withPropertyValues(
                        "delay.redisson.register-service=" + service,
                        "delay.redisson.retry.delay=1ms",
                        "delay.redisson.retry.max-delay=1ms",
                        "delay.redisson.retry.max-attempts=3")
                .withBean(Log.class);
    }

    private static DelayQueueMessageProducer producer(ApplicationContext context) {
        return context.getBean(DelayQueueMessageProducer.class);
    }

    private static Log log(ApplicationContext context) {
        return context.getBean(Log.class);
    }

    private static void send(ApplicationContext context, String topic, Object body) {
        producer(context).sendMessage(topic, body, Duration.ZERO);
    }

    private static StoredMessage awaitDead(ApplicationContext context, String topic) {
        DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
        await().atMost(PATIENCE).until(() -> queue.counts(topic).dead() > 0);
        return queue.list(topic, State.DEAD, null, 10).messages().get(0);
    }

    @Test
    void parametersGetWhatTheyAskFor() {
        runner("parameters").withBean(Parameters.class).run(context -> {
            Receipt sent = producer(context)
                    .sendMessage(OutgoingMessage.to("all")
                            .body(new Order("1", new BigDecimal("2.50")))
                            .header("tenant", "blue")
                            .header("number", "7")
                            .priority(9)
                            .delay(Duration.ofMillis(100))
                            .build());
            assertThat(log(context).next())
                    .isEqualTo("Order[id=1, total=2.50] all " + sent.id() + " blue 7 9 " + sent.dueTime()
                            + " Optional.empty none 1 6");
            send(context, "list", List.of(new Order("2", BigDecimal.ONE)));
            assertThat(log(context).next()).isEqualTo("list 2");
            send(context, "primitive", 42);
            assertThat(log(context).next()).isEqualTo("primitive 42");
            send(context, "nothing", "a body");
            assertThat(log(context).next()).isEqualTo("nothing");
            send(context, "generic", new Order("3", BigDecimal.ONE));
            assertThat(log(context).next()).isEqualTo("generic 3");
            producer(context)
                    .sendMessage(OutgoingMessage.to("springs")
                            .body("b")
                            .header("tenant", "red")
                            .delay(Duration.ZERO)
                            .build());
            assertThat(log(context).next()).isEqualTo("springs b red red absent");
        });
    }

    @Test
    void defaultsAndNamesOfHeadersMayBeProperties() {
        runner("defaults")
                .withPropertyValues("shop.tenant=green", "shop.header=colour")
                .withBean(Defaults.class)
                .run(context -> {
                    producer(context)
                            .sendMessage(OutgoingMessage.to("defaults")
                                    .body("b")
                                    .header("colour", "red")
                                    .delay(Duration.ZERO)
                                    .build());
                    assertThat(log(context).next()).isEqualTo("defaults green 3 red");
                });
    }

    @Test
    void batchesComeAsLists() {
        runner("batches").withBean(Batches.class).run(context -> {
            producer(context)
                    .sendMessages(List.of(
                            outgoing("batch", "a", "{\"id\":\"1\"}"),
                            outgoing("batch", "b", "no order"),
                            outgoing("batch", "c", "{\"id\":\"3\"}"),
                            outgoing("batch", "d", "{\"id\":\"fails\"}")));
            DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
            await().atMost(PATIENCE).until(() -> queue.counts("batch").dead() == 2);

            Batches batches = context.getBean(Batches.class);
            assertThat(batches.handled).contains("1", "3").doesNotHaveDuplicates();
            assertThat(batches.attempts).hasValue(3);
            assertThat(queue.list("batch", State.DEAD, null, 10).messages())
                    .extracting(stored -> stored.message().id() + " " + stored.failures())
                    .containsExactlyInAnyOrder("b 0", "d 2");
        });
    }

    /** An unreadable body changes nothing of the rule: who names none of the messages has failed all of them. */
    @Test
    void aBatchWhoseFailureNamesStrangersIsNotDone(CapturedOutput output) {
        runner("strangers").withBean(Strangers.class).run(context -> {
            producer(context)
                    .sendMessages(List.of(
                            outgoing("strangers", "a", "{\"id\":\"1\"}"),
                            outgoing("strangers", "b", "no order"),
                            outgoing("strangers", "c", "{\"id\":\"3\"}")));
            DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
            await().atMost(PATIENCE).until(() -> queue.counts("strangers").dead() == 3);

            assertThat(queue.list("strangers", State.DEAD, null, 10).messages())
                    .extracting(stored -> stored.message().id() + " " + stored.failures())
                    .containsExactlyInAnyOrder("a 2", "b 0", "c 2");
        });
        assertThat(output).contains("A PartialFailure names messages that are not in its batch: [");
    }

    private static OutgoingMessage outgoing(String topic, String id, String body) {
        return OutgoingMessage.to(topic)
                .id(id)
                .body(body)
                .delay(Duration.ofMillis(50))
                .build();
    }

    @Test
    void whatAListenerThrowsMeansWhatItMeansInASubclass() {
        runner("failures").withBean(Failing.class).run(context -> {
            Failing failing = context.getBean(Failing.class);
            send(context, "fails", "x");
            assertThat(awaitDead(context, "fails").error()).contains("on purpose");
            assertThat(failing.calls).hasValue(3);

            failing.calls.set(0);
            send(context, "own-attempts", "x");
            awaitDead(context, "own-attempts");
            assertThat(failing.calls).hasValue(5);

            failing.calls.set(0);
            send(context, "permanent", "x");
            assertThat(awaitDead(context, "permanent").error()).contains("never");
            send(context, "unreadable", "no order");
            assertThat(awaitDead(context, "unreadable").error()).contains("can't be read as " + Order.class.getName());
            send(context, "no-header", "x");
            assertThat(awaitDead(context, "no-header").error()).contains("'tenant'");
            assertThat(failing.calls).as("the first only").hasValue(1);

            send(context, "error", "x");
            assertThat(awaitDead(context, "error").error()).contains("StackOverflowError");
        });
    }

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

    @Test
    void noMoreCallsRunAtOnceThanAsked() {
        runner("bounded").withBean(Bounded.class).run(context -> {
            Bounded bounded = context.getBean(Bounded.class);
            for (int i = 0; i < 20; i++) {
                send(context, i % 2 == 0 ? "bounded-a" : "bounded-b", "x");
            }
            assertThat(bounded.done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(bounded.most).hasValue(1);
        });
    }

    @Test
    void aTopicWithoutListenerWaitsForAnInstanceThatHasOne() {
        runner("rolling").withBean(Parameters.class).run(old -> {
            Receipt waits = producer(old).sendMessage("new-topic", "x", Duration.ZERO);
            producer(old).sendMessage("nothing", "x", Duration.ofMillis(1200));
            assertThat(log(old).next()).isEqualTo("nothing");
            StoredMessage stored = old.getBean(DelayQueueMessage.class)
                    .find("new-topic", waits.id())
                    .orElseThrow();
            assertThat(stored.state()).isEqualTo(State.DUE);
            assertThat(stored.message().attempt()).isEqualTo(1);

            runner("rolling").withBean(NewVersion.class).run(next -> {
                assertThat(log(next).next()).isEqualTo("new-topic attempt 1");
                send(old, "new-topic", "y");
                assertThat(log(next).next()).isEqualTo("new-topic attempt 1");
            });
        });
    }

    @Test
    void otherTopicsGoToTheSubclass() {
        runner("both").withBean(Parameters.class).withBean(Collected.class).run(context -> {
            send(context, "nothing", "x");
            assertThat(log(context).next()).isEqualTo("nothing");
            send(context, "other", "x");
            assertThat(context.getBean(Collected.class).next().message().topic())
                    .isEqualTo("other");
            assertThat(context.getBean(Collected.class).isEmpty()).isTrue();
        });
    }

    @Test
    void otherTopicsGoToKafka() {
        try (KafkaBroker kafka =
                KafkaBroker.builder().topics("records", "nothing").start()) {
            runner("kafka")
                    .withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
                    .withPropertyValues(
                            "spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                            "spring.kafka.consumer.auto-offset-reset=earliest",
                            "spring.kafka.consumer.group-id=shop")
                    .withBean(Parameters.class)
                    .withUserConfiguration(Records.class)
                    .run(context -> {
                        send(context, "records", "x");
                        assertThat(log(context).next()).isEqualTo("record x");
                        send(context, "nothing", "x");
                        assertThat(log(context).next()).isEqualTo("nothing");
                    });
        }
    }

    record Order(String id, BigDecimal total) {}

    static class Log {

        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

        void add(String line) {
            lines.add(line);
        }

        String next() throws InterruptedException {
            String line = lines.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(line).as("a line within " + PATIENCE).isNotNull();
            return line;
        }
    }

    abstract static class Generic<T> {

        @DelayQueueListener(topics = "generic")
        void generic(T body) {
            handle(body);
        }

        abstract void handle(T body);
    }

    static class Parameters extends Generic<Order> {

        private final Log log;

        Parameters(Log log) {
            this.log = log;
        }

        @DelayQueueListener(topics = "all")
        void all(
                @Header(Headers.ID) String id,
                Order order,
                @Header String tenant,
                @Header("number") int number,
                DelayedMessage message,
                @Header(Headers.PRIORITY) Integer priority,
                @Header(Headers.DUE_TIME) Instant due,
                @Header("absent") Optional<Long> absent,
                @Header(name = "absent", defaultValue = "none") String fallback,
                @Header(Headers.ATTEMPT) int attempt,
                @Header Map<String, String> headers) {
            log.add(order + " " + message.topic() + " " + id + " " + tenant + " " + number + " " + priority + " " + due
                    + " " + absent + " " + fallback + " " + attempt + " " + headers.size());
        }

        @DelayQueueListener(topics = "list")
        void list(List<Order> orders) {
            log.add("list " + orders.get(0).id());
        }

        @DelayQueueListener(topics = "primitive")
        void primitive(int number) {
            log.add("primitive " + number);
        }

        @DelayQueueListener(topics = "nothing")
        void nothing() {
            log.add("nothing");
        }

        @DelayQueueListener(topics = "springs")
        void springs(
                @org.springframework.messaging.handler.annotation.Payload String body,
                @org.springframework.messaging.handler.annotation.Header("tenant") String tenant,
                @org.springframework.messaging.handler.annotation.Headers Map<String, String> all,
                @org.springframework.messaging.handler.annotation.Header(name = "x", defaultValue = "absent")
                        String absent) {
            log.add("springs " + body + " " + tenant + " " + all.get("tenant") + " " + absent);
        }

        @Override
        void handle(Order order) {
            log.add("generic " + order.id());
        }
    }

    static class Defaults {

        private final Log log;

        Defaults(Log log) {
            this.log = log;
        }

        @DelayQueueListener(topics = "defaults")
        void on(
                @Header(name = "tenant", defaultValue = "${shop.tenant}") String tenant,
                @Header(name = "number", defaultValue = "#{1 + 2}") int number,
                @Header("${shop.header}") String colour) {
            log.add("defaults " + tenant + " " + number + " " + colour);
        }
    }

    static class Batches {

        final BlockingQueue<String> handled = new LinkedBlockingQueue<>();
        final AtomicInteger attempts = new AtomicInteger();

        @DelayQueueListener(topics = "batch", batch = "10")
        void on(List<Order> orders, List<DelayedMessage> messages) throws PartialFailure {
            assertThat(messages).hasSameSizeAs(orders);
            for (int i = 0; i < orders.size(); i++) {
                if (orders.get(i).id().equals("fails")) {
                    attempts.incrementAndGet();
                    orders.stream()
                            .map(Order::id)
                            .filter(id -> !id.equals("fails"))
                            .forEach(handled::add);
                    throw new PartialFailure(Map.of(messages.get(i).id(), new IllegalStateException("on purpose")));
                }
            }
            orders.forEach(order -> handled.add(order.id()));
        }
    }

    /** Names orders rather than messages. */
    static class Strangers {

        @DelayQueueListener(topics = "strangers", batch = "10")
        void on(List<Order> orders) throws PartialFailure {
            Map<String, Exception> failed = new HashMap<>();
            orders.forEach(order -> failed.put(order.id(), new IllegalStateException("on purpose")));
            throw new PartialFailure(failed);
        }
    }

    static class Failing {

        final AtomicInteger calls = new AtomicInteger();

        @DelayQueueListener(topics = "fails")
        void fails() {
            calls.incrementAndGet();
            throw new IllegalArgumentException("on purpose");
        }

        @DelayQueueListener(topics = "own-attempts", maxAttempts = "5", retryJitter = "0")
        void ownAttempts() throws Exception {
            calls.incrementAndGet();
            throw new Exception("on purpose");
        }

        @DelayQueueListener(topics = "permanent")
        void permanent() {
            calls.incrementAndGet();
            throw new PermanentFailure("never");
        }

        @DelayQueueListener(topics = "unreadable")
        void unreadable(Order order) {
            calls.incrementAndGet();
        }

        @DelayQueueListener(topics = "no-header")
        void noHeader(@Header("tenant") String tenant) {
            calls.incrementAndGet();
        }

        @DelayQueueListener(topics = "error")
        void error() {
            throw new StackOverflowError("on purpose");
        }
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

    static class Bounded {

        final CountDownLatch done = new CountDownLatch(20);
        final AtomicInteger most = new AtomicInteger();
        private final CountDownLatch second = new CountDownLatch(1);
        private final AtomicInteger running = new AtomicInteger();

        @DelayQueueListener(
                topics = {"bounded-a", "bounded-b"},
                concurrency = "${no.such:1}")
        void on() throws InterruptedException {
            if (most.accumulateAndGet(running.incrementAndGet(), Math::max) > 1) {
                second.countDown();
            }
            // Gives a second one time to come.
            boolean unused = second.await(30, TimeUnit.MILLISECONDS);
            running.decrementAndGet();
            done.countDown();
        }
    }

    static class NewVersion {

        private final Log log;

        NewVersion(Log log) {
            this.log = log;
        }

        @DelayQueueListener(topics = "new-topic")
        void on(DelayedMessage message) {
            log.add("new-topic attempt " + message.attempt());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Records {

        private final Log log;

        Records(Log log) {
            this.log = log;
        }

        @KafkaListener(topics = "records")
        void on(String value) {
            log.add("record " + value);
        }
    }
}
