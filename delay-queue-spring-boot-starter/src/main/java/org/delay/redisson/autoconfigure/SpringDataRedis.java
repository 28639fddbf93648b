package org.delay.redisson.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.delay.redisson.autoconfigure.RedisEndpoint.Credentials;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * What {@code spring.data.redis.*} says. Bound here because the module that these properties belong to may be absent;
 * names and defaults are its own. Not a {@code @ConfigurationProperties}, whose metadata would compete with that module's.
 */
record SpringDataRedis(
        @Nullable String url,
        @DefaultValue("localhost") String host,
        @DefaultValue("6379") int port,
        @DefaultValue("0") int database,
        @Nullable String username,
        @Nullable String password,
        @Nullable Duration timeout,
        @Nullable Duration connectTimeout,
        @Nullable String clientName,
        @DefaultValue Ssl ssl,
        @Nullable SentinelNodes sentinel,
        @Nullable Nodes cluster,
        @Nullable Nodes masterreplica) {

    private static final String PREFIX = "spring.data.redis";

    private static final int DEFAULT_PORT = 6379;

    private static final Pattern PATH = Pattern.compile("/?\\d{0,9}");

    static SpringDataRedis of(Environment environment) {
        return Binder.get(environment).bindOrCreate(PREFIX, SpringDataRedis.class);
    }

    /** The endpoint; a URL takes the place of host, port, database, user and password, as it does in Spring Boot. */
    RedisEndpoint endpoint(ObjectProvider<SslBundles> bundles) {
        URI uri = uri();
        int effectiveDatabase = uri == null ? database : database(uri);
        return new RedisEndpoint(
                topology(uri, effectiveDatabase),
                uri == null ? new Credentials(username, password) : credentials(uri),
                ssl.isOn() || (uri != null && isSsl(uri)),
                bundle(bundles));
    }

    /** Whether the URL asks for TLS and names this server: Spring Boot's connection details don't tell. */
    boolean urlAsksForSsl(String node) {
        URI uri = uri();
        return uri != null && isSsl(uri) && node(uri).equals(node);
    }

    private RedisEndpoint.Topology topology(@Nullable URI uri, int effectiveDatabase) {
        if (sentinel != null) {
            return new RedisEndpoint.Sentinel(
                    sentinel.requiredMaster(),
                    sentinel.nodes(),
                    effectiveDatabase,
                    new Credentials(sentinel.username(), sentinel.password()));
        }
        if (cluster != null) {
            return new RedisEndpoint.Cluster(cluster.nodes());
        }
        if (masterreplica != null) {
            return new RedisEndpoint.MasterReplica(masterreplica.nodes());
        }
        return new RedisEndpoint.Standalone(uri == null ? host + ":" + port : node(uri), effectiveDatabase);
    }

    private @Nullable SslBundle bundle(ObjectProvider<SslBundles> bundles) {
        String name = ssl.bundle();
        if (!ssl.isOn() || name == null || !StringUtils.hasText(name)) {
            return null;
        }
        try {
            return bundles.getObject().getBundle(name);
        } catch (NoSuchSslBundleException | NoSuchBeanDefinitionException e) {
            throw unknownBundle(name, e);
        }
    }

    private @Nullable URI uri() {
        if (url == null || url.isBlank()) {
            return null;
        }
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException e) {
            throw badUrl(e);
        }
        if ((!"redis".equals(uri.getScheme()) && !isSsl(uri)) || uri.getHost() == null || !hasDatabase(uri)) {
            throw badUrl(null);
        }
        return uri;
    }

    /** Without the URL, which may hold a password. */
    private static CannotStartException badUrl(@Nullable Exception cause) {
        return new CannotStartException(
                "'spring.data.redis.url' is not a valid Redis URL.",
                "Write it as redis://user:password@host:port/database, or rediss:// for TLS.",
                cause == null
                        ? null
                        : new IllegalArgumentException(cause.getClass().getSimpleName()));
    }

    private static CannotStartException unknownBundle(String name, Exception cause) {
        return new CannotStartException(
                "'spring.data.redis.ssl.bundle' names the SSL bundle '" + name + "', which does not exist.",
                "Declare it under 'spring.ssl.bundle', or correct the name.",
                cause);
    }

    /** Reports what Spring Boot's own Redis module leaves to an exception of the JDK or without the name of the property. */
    static RuntimeException explained(RuntimeException failure) {
        if (failure instanceof NumberFormatException) {
            return badUrl(null);
        }
        return failure instanceof NoSuchSslBundleException unknown
                ? unknownBundle(unknown.getBundleName(), unknown)
                : failure;
    }

    private static boolean isSsl(URI uri) {
        return "rediss".equals(uri.getScheme());
    }

    private static String node(URI uri) {
        return uri.getHost() + ":" + (uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort());
    }

    /** A number, or nothing, which is 0. */
    private static boolean hasDatabase(URI uri) {
        return uri.getPath() == null || PATH.matcher(uri.getPath()).matches();
    }

    private static int database(URI uri) {
        String path = uri.getPath();
        return path == null || path.length() < 2 ? 0 : Integer.parseInt(path.substring(1));
    }

    private static Credentials credentials(URI uri) {
        String info = uri.getUserInfo();
        if (info == null) {
            return new Credentials(null, null);
        }
        int colon = info.indexOf(':');
        return colon < 0
                ? new Credentials(null, info)
                : new Credentials(info.substring(0, colon), info.substring(colon + 1));
    }

    /** Without passwords. */
    @Override
    public String toString() {
        return "SpringDataRedis[host=%s, port=%d, database=%d]".formatted(host, port, database);
    }

    /** TLS; a bundle alone turns it on. An empty one is none, as for Spring Boot. */
    record Ssl(@Nullable Boolean enabled, @Nullable String bundle) {

        boolean isOn() {
            return enabled == null ? StringUtils.hasText(bundle) : enabled;
        }
    }

    /** Servers as host:port. */
    record Nodes(@DefaultValue List<String> nodes) {}

    /** Sentinels, and the name of what they watch. */
    record SentinelNodes(
            @Nullable String master,
            @DefaultValue List<String> nodes,
            @Nullable String username,
            @Nullable String password) {

        private String requiredMaster() {
            if (master == null) {
                throw new CannotStartException(
                        "'spring.data.redis.sentinel.nodes' is set, but 'spring.data.redis.sentinel.master'"
                                + " is not.",
                        "Set 'spring.data.redis.sentinel.master' to the name of the master in the Sentinel"
                                + " configuration.");
            }
            return master;
        }

        /** Without the password. */
        @Override
        public String toString() {
            return "SentinelNodes[master=" + master + ", nodes=" + nodes + "]";
        }
    }
}
