package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.delay.redisson.autoconfigure.RedisEndpoint.Credentials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.config.ClusterServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.ReplicatedServersConfig;
import org.redisson.config.SentinelServersConfig;
import org.redisson.config.SingleServerConfig;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What {@code spring.data.redis.*} says reaches Redisson, with Spring Boot's Redis module and without it. */
class RedisEndpointTest {

    enum Reader {
        SPRING_BOOT {
            @Override
            ApplicationContextRunner runner() {
                return basis().withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class));
            }
        },
        OURS {
            @Override
            ApplicationContextRunner runner() {
                return basis().withClassLoader(new FilteredClassLoader("org.springframework.boot.data.redis"));
            }
        };

        abstract ApplicationContextRunner runner();

        /** Nothing here is connected to. */
        static ApplicationContextRunner basis() {
            return Runners.plain()
                    .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
                    .withPropertyValues("delay.redisson.auto-startup=false", "delay.redisson.fail-fast=false");
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysNothingSoRedisIsHere(Reader reader) {
        configured(reader, config -> {
            assertThat(single(config).getAddress()).isEqualTo("redis://localhost:6379");
            assertThat(single(config).getDatabase()).isZero();
            assertThat(config.getUsername()).isNull();
            assertThat(config.getPassword()).isNull();
            assertThat(config.isLazyInitialization()).isTrue();
            assertThat(config.getNettyThreads()).isLessThanOrEqualTo(4);
            assertThat(single(config).getPingConnectionInterval())
                    .as("a connection that leads nowhere is given up after two of these, by default a minute")
                    .isEqualTo(5_000);
        });
    }

    @ParameterizedTest
    @EnumSource
    void oneServer(Reader reader) {
        configured(
                reader,
                config -> {
                    assertThat(single(config).getAddress()).isEqualTo("redis://redis.example:7000");
                    assertThat(single(config).getDatabase()).isEqualTo(3);
                    assertThat(single(config).getTimeout()).isEqualTo(1500);
                    assertThat(single(config).getConnectTimeout()).isEqualTo(700);
                    assertThat(single(config).getClientName()).isEqualTo("shop");
                    assertThat(config.getUsername()).isEqualTo("me");
                    assertThat(config.getPassword()).isEqualTo("secret");
                },
                "host=redis.example",
                "port=7000",
                "database=3",
                "username=me",
                "password=secret",
                "timeout=1500",
                "connect-timeout=700ms",
                "client-name=shop");
    }

    @ParameterizedTest
    @EnumSource
    void aUrlTakesThePlaceOfTheRest(Reader reader) {
        configured(
                reader,
                config -> {
                    assertThat(single(config).getAddress()).isEqualTo("rediss://redis.example:7001");
                    assertThat(single(config).getDatabase()).isEqualTo(5);
                    assertThat(config.getUsername()).isEqualTo("you");
                    assertThat(config.getPassword()).isEqualTo("hidden");
                },
                "url=rediss://you:hidden@redis.example:7001/5",
                "host=ignored",
                "password=ignored",
                "database=9");
    }

    @ParameterizedTest
    @EnumSource
    void aUrlMayHoldAPasswordOnly(Reader reader) {
        configured(
                reader,
                config -> {
                    assertThat(config.getUsername()).isNull();
                    assertThat(config.getPassword()).isEqualTo("hidden");
                },
                "url=redis://hidden@redis.example:7001");
    }

    /** Placeholders that are not filled leave empty values, to which Redis would answer that there is no such user. */
    @ParameterizedTest
    @EnumSource
    void anEmptyUserOrPasswordIsNone(Reader reader) {
        configured(
                reader,
                config -> {
                    assertThat(config.getUsername()).isNull();
                    assertThat(config.getPassword()).isNull();
                    assertThat(config.useSentinelServers().getSentinelUsername())
                            .isNull();
                    assertThat(config.useSentinelServers().getSentinelPassword())
                            .isNull();
                },
                "username=",
                "password=",
                "sentinel.master=main",
                "sentinel.nodes=a:26379",
                "sentinel.username=",
                "sentinel.password=");
    }

    @ParameterizedTest
    @EnumSource
    void aUrlsEmptyUserIsNone(Reader reader) {
        configured(
                reader,
                config -> {
                    assertThat(config.getUsername()).isNull();
                    assertThat(config.getPassword()).isEqualTo("hidden");
                },
                "url=redis://:hidden@redis.example:7001");
    }

    @ParameterizedTest
    @EnumSource
    void aUrlThatAsksForTlsDoesSoForSentinels(Reader reader) {
        configured(
                reader,
                config -> assertThat(config.useSentinelServers().getSentinelAddresses())
                        .containsExactly("rediss://a:26379"),
                "url=rediss://redis.example:7001",
                "sentinel.master=main",
                "sentinel.nodes=a:26379");
    }

    @ParameterizedTest
    @EnumSource
    void aUrlThatAsksForTlsDoesSoForAClusterAndForReplicas(Reader reader) {
        configured(
                reader,
                config -> assertThat(config.useClusterServers().getNodeAddresses())
                        .containsExactly("rediss://a:7000"),
                "url=rediss://redis.example:7001",
                "cluster.nodes=a:7000");
        configured(
                reader,
                config -> assertThat(config.useReplicatedServers().getNodeAddresses())
                        .containsExactly("rediss://a:6379"),
                "url=rediss://redis.example:7001",
                "masterreplica.nodes=a:6379");
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyBundleIsNone(Reader reader) {
        configured(
                reader,
                config -> assertThat(single(config).getAddress()).isEqualTo("redis://localhost:6379"),
                "ssl.bundle=");
        configured(
                reader,
                config -> assertThat(single(config).getAddress()).isEqualTo("rediss://localhost:6379"),
                "ssl.enabled=true",
                "ssl.bundle=");
    }

    /** It need not even be there. */
    @ParameterizedTest
    @EnumSource
    void aBundleThatIsSwitchedOffIsNotUsed(Reader reader) {
        configured(
                reader,
                config -> assertThat(single(config).getAddress()).isEqualTo("redis://localhost:6379"),
                "ssl.enabled=false",
                "ssl.bundle=absent");
    }

    @ParameterizedTest
    @EnumSource(names = "OURS")
    void aUrlWithAStrangeDatabaseIsToldOf(Reader reader) {
        reader.runner()
                .withPropertyValues("spring.data.redis.url=redis://h/abc")
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .isEqualTo("'spring.data.redis.url' is not a valid Redis URL."));
    }

    @ParameterizedTest
    @EnumSource(names = "OURS")
    void anUnknownBundleIsToldOf(Reader reader) {
        reader.runner()
                .withPropertyValues("spring.data.redis.ssl.bundle=absent")
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .isEqualTo(
                                "'spring.data.redis.ssl.bundle' names the SSL bundle 'absent', which does not exist."));
    }

    @ParameterizedTest
    @EnumSource
    void aTimeoutThatRedissonCannotCountIsToldOf(Reader reader) {
        reader.runner()
                .withPropertyValues("spring.data.redis.timeout=30d")
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains("'spring.data.redis.timeout'", "is 30d, but Redisson accepts at most 24d."));
        reader.runner()
                .withPropertyValues("spring.data.redis.connect-timeout=30d")
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains("'spring.data.redis.connect-timeout'"));
    }

    @ParameterizedTest
    @EnumSource
    void aTimeoutThatEndsEachCallIsToldOf(Reader reader) {
        for (String timeout : List.of("0", "10us")) {
            reader.runner()
                    .withPropertyValues("spring.data.redis.timeout=" + timeout)
                    .run(context -> assertThat(Analyses.of(context).getDescription())
                            .contains("'spring.data.redis.timeout'", "but the queue's client needs at least 1ms."));
        }
    }

    @ParameterizedTest
    @EnumSource
    void sentinels(Reader reader) {
        configured(
                reader,
                config -> {
                    SentinelServersConfig servers = config.useSentinelServers();
                    assertThat(servers.getMasterName()).isEqualTo("main");
                    assertThat(servers.getSentinelAddresses()).containsExactly("redis://a:26379", "redis://b:26380");
                    assertThat(servers.getSentinelUsername()).isEqualTo("watcher");
                    assertThat(servers.getSentinelPassword()).isEqualTo("watched");
                    assertThat(servers.getDatabase()).isEqualTo(2);
                    assertThat(servers.getReadMode()).isEqualTo(ReadMode.MASTER);
                    assertThat(config.getPassword()).isEqualTo("secret");
                },
                "sentinel.master=main",
                "sentinel.nodes=a:26379,b:26380",
                "sentinel.username=watcher",
                "sentinel.password=watched",
                "password=secret",
                "database=2");
    }

    @ParameterizedTest
    @EnumSource
    void cluster(Reader reader) {
        configured(
                reader,
                config -> {
                    ClusterServersConfig servers = config.useClusterServers();
                    assertThat(servers.getNodeAddresses()).containsExactly("rediss://a:7000", "rediss://b:7001");
                    assertThat(servers.getReadMode()).isEqualTo(ReadMode.MASTER);
                    assertThat(config.getUsername()).isEqualTo("me");
                },
                "cluster.nodes=a:7000,b:7001",
                "username=me",
                "ssl.enabled=true");
    }

    @ParameterizedTest
    @EnumSource
    void masterAndReplicas(Reader reader) {
        configured(
                reader,
                config -> {
                    ReplicatedServersConfig servers = config.useReplicatedServers();
                    assertThat(servers.getNodeAddresses()).containsExactly("redis://a:6379", "redis://b:6379");
                },
                "masterreplica.nodes=a:6379,b:6379");
    }

    @ParameterizedTest
    @EnumSource
    void anSslBundle(Reader reader, @TempDir Path directory) throws Exception {
        Path store = KeyStores.create(directory, "changeit");
        reader.runner()
                .withPropertyValues(
                        "spring.ssl.bundle.jks.redis.truststore.location=" + store.toUri(),
                        "spring.ssl.bundle.jks.redis.truststore.password=changeit",
                        "spring.ssl.bundle.jks.redis.options.enabled-protocols=TLSv1.3",
                        "spring.ssl.bundle.jks.redis.options.ciphers=TLS_AES_256_GCM_SHA384",
                        "spring.data.redis.ssl.bundle=redis")
                .run(context -> {
                    Config config = config(context.getBean(RedisConnection.class));
                    assertThat(single(config).getAddress()).isEqualTo("rediss://localhost:6379");
                    assertThat(config.getSslProtocols()).containsExactly("TLSv1.3");
                    assertThat(config.getSslCiphers()).containsExactly("TLS_AES_256_GCM_SHA384");
                    assertThat(config.getSslTrustManagerFactory().getTrustManagers())
                            .hasSize(1);
                    assertThat(config.getSslKeyManagerFactory()).isNotNull();
                });
    }

    @Test
    void connectionDetailsPrecedeProperties() {
        Reader.SPRING_BOOT
                .runner()
                .withPropertyValues("spring.data.redis.host=ignored", "spring.data.redis.timeout=2s")
                .withUserConfiguration(Details.class)
                .run(context -> {
                    Config config = config(context.getBean(RedisConnection.class));
                    assertThat(single(config).getAddress()).isEqualTo("redis://from.container:49153");
                    assertThat(config.getPassword()).isEqualTo("container");
                    assertThat(single(config).getTimeout()).isEqualTo(2000);
                });
    }

    /** A container is asked as it says, whatever the properties' URL is. */
    @Test
    void aUrlSaysNothingOfOtherDetailsTls() {
        Reader.SPRING_BOOT
                .runner()
                .withPropertyValues("spring.data.redis.url=rediss://redis.example:7001")
                .withUserConfiguration(Details.class)
                .run(context -> assertThat(single(config(context.getBean(RedisConnection.class)))
                                .getAddress())
                        .isEqualTo("redis://from.container:49153"));
    }

    @Test
    void propertiesAreReadWhereSpringBootsAutoConfigurationIsLeftOut() {
        Reader.basis()
                .withPropertyValues("spring.data.redis.host=by.property")
                .run(context -> assertThat(single(config(context.getBean(RedisConnection.class)))
                                .getAddress())
                        .isEqualTo("redis://by.property:6379"));
    }

    @Test
    void aBadUrlIsToldOfWithoutItsPassword() {
        Reader.OURS
                .runner()
                .withPropertyValues("spring.data.redis.url=http://me:secret@host")
                .run(context -> {
                    assertThat(Analyses.of(context).getDescription())
                            .contains("spring.data.redis.url")
                            .doesNotContain("secret");
                    assertThat(Analyses.of(context).getAction()).contains("redis://", "rediss://");
                });
    }

    @Test
    void passwordsStayOutOfTexts() {
        Credentials credentials = new Credentials("me", "secret");
        RedisEndpoint endpoint = new RedisEndpoint(
                new RedisEndpoint.Sentinel("main", List.of("a:1"), 0, credentials), credentials, false, null);
        assertThat(endpoint.toString()).contains("main", "me").doesNotContain("secret");
    }

    private static void configured(Reader reader, Consumer<Config> assertions, String... properties) {
        String[] prefixed = List.of(properties).stream()
                .map(property -> "spring.data.redis." + property)
                .toArray(String[]::new);
        reader.runner()
                .withPropertyValues(prefixed)
                .run(context -> assertions.accept(config(context.getBean(RedisConnection.class))));
    }

    private static Config config(RedisConnection connection) {
        return connection.client().getConfig();
    }

    private static SingleServerConfig single(Config config) {
        assertThat(config.isSingleConfig()).isTrue();
        return config.useSingleServer();
    }

    @Configuration(proxyBeanMethods = false)
    static class Details {

        @Bean
        DataRedisConnectionDetails container() {
            return new DataRedisConnectionDetails() {
                @Override
                public Standalone getStandalone() {
                    return Standalone.of("from.container", 49153);
                }

                @Override
                public String getPassword() {
                    return "container";
                }
            };
        }
    }
}
