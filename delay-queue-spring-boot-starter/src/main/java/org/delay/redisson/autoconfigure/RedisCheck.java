package org.delay.redisson.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RScript;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;
import org.redisson.api.redisnode.RedisNode;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Checks at start that Redis will do: reachable, not too old, keeps what it is given, and lets signals through. What
 * Redis refuses to tell is taken to be right.
 */
@Slf4j
@RequiredArgsConstructor
final class RedisCheck implements SmartInitializingSingleton {

    private static final String OR_SWITCH_OFF = " To start without this check, set 'delay.redisson.fail-fast=false'.";

    private static final Pattern APPENDIX = Pattern.compile("\\.*( channel: .*)?$");

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");

    private final RedisConnection connection;
    private final DelayQueueMessage queue;
    private final String channel;
    private final boolean listens;

    @Override
    public void afterSingletonsInstantiated() {
        checkReachable();
        masters().forEach(this::check);
        checkPublish();
        if (listens) {
            checkSubscribe();
        }
    }

    private void checkReachable() {
        try {
            // Of its own rather than the queue's, whose exceptions keep the client's causes from logs.
            client().getScript(OptionalOptions.defaults()
                            .codec(StringCodec.INSTANCE)
                            .retryAttempts(0))
                    // Proxies of managed services refuse scripts without keys. This one is never read or written.
                    .eval(RScript.Mode.READ_WRITE, "return 1", RScript.ReturnType.LONG, List.of(channel));
            queue.shards();
        } catch (DelayQueueException.UnsupportedFormat e) {
            throw new CannotStartException(
                    "The delay queue can't read the data in " + connection + ": " + firstCause(e),
                    "Use a version of the library that reads it; see 'Formats and upgrades' in docs/storage.md."
                            + OR_SWITCH_OFF,
                    e);
        } catch (RedisException | DelayQueueException e) {
            throw new CannotStartException(
                    "The delay queue can't use " + connection + ": " + firstCause(e), remedy(firstCause(e)), e);
        }
    }

    private static String remedy(String cause) {
        return cause.contains("NOPERM") || cause.contains("can't run this command")
                ? "Grant the user the keys and commands of the ACL line in docs/storage.md; 'ACL LOG' shows what Redis"
                        + " denied." + OR_SWITCH_OFF
                : "Start Redis, or correct 'spring.data.redis.*' or the RedissonClient." + OR_SWITCH_OFF;
    }

    private void check(RedisNode master) {
        Map<String, String> server = info(master, InfoSection.SERVER);
        checkVersion(master, server.get("redis_version"));
        Map<String, String> memory = info(master, InfoSection.MEMORY);
        checkEviction(master, memory.get("maxmemory_policy"));
    }

    /** Scripts use commands of 6.2. */
    private void checkVersion(RedisNode master, @Nullable String version) {
        Matcher matcher = VERSION.matcher(String.valueOf(version));
        if (!matcher.matches()) {
            return;
        }
        int major = Integer.parseInt(matcher.group(1));
        int minor = Integer.parseInt(matcher.group(2));
        if (major < 6 || (major == 6 && minor < 2)) {
            throw new CannotStartException(
                    "The delay queue needs Redis 6.2 or later, but " + address(master) + " is " + version + ".",
                    "Use a later Redis, or Valkey." + OR_SWITCH_OFF);
        }
    }

    /**
     * The volatile policies are harmless: of the queue's keys only records that can be lost have a time to live. Managed
     * services have policies of their own, such as Upstash's 'optimistic-volatile', which evicts any key.
     */
    static boolean evicts(String policy) {
        return !policy.isEmpty() && !policy.equals("noeviction") && !policy.startsWith("volatile-");
    }

    private void checkEviction(RedisNode master, @Nullable String policy) {
        if (policy != null && evicts(policy)) {
            throw new CannotStartException(
                    "Redis at " + address(master) + " evicts keys when its memory is full (maxmemory-policy " + policy
                            + "), so messages would be lost without notice.",
                    "Set its 'maxmemory-policy' to 'noeviction', or use a Redis that is not a cache." + OR_SWITCH_OFF);
        }
    }

    /** Without signals messages come late, by up to 'consumer-sleep'. The empty signal is ignored by all who hear it. */
    private void checkPublish() {
        try {
            client().getTopic(channel, StringCodec.INSTANCE).publish("");
        } catch (RedisException e) {
            throw new CannotStartException(
                    "Redis does not let the delay queue publish to its channel '" + channel + "': " + firstCause(e),
                    "Grant the user the command PUBLISH and this channel: ACL SETUSER … +publish &" + channel + "."
                            + OR_SWITCH_OFF,
                    e);
        }
    }

    /** As the engine will: without it messages of other instances come late, and subscribing is tried for ever. */
    private void checkSubscribe() {
        try {
            RTopic topic = client().getTopic(channel, StringCodec.INSTANCE);
            topic.removeListener(topic.addListener(String.class, (name, text) -> {}));
        } catch (RedisException e) {
            throw new CannotStartException(
                    "Redis does not let the delay queue subscribe to its channel '" + channel + "': " + firstCause(e),
                    "Grant the user the command SUBSCRIBE and this channel: ACL SETUSER … +subscribe &" + channel + "."
                            + OR_SWITCH_OFF,
                    e);
        }
    }

    private List<? extends RedisNode> masters() {
        RedissonClient client = client();
        if (client.getConfig().isClusterConfig()) {
            return List.copyOf(client.getRedisNodes(RedisNodes.CLUSTER).getMasters());
        }
        if (client.getConfig().isSentinelConfig()) {
            return List.of(
                    client.getRedisNodes(RedisNodes.SENTINEL_MASTER_SLAVE).getMaster());
        }
        return List.of(client.getRedisNodes(RedisNodes.MASTER_SLAVE).getMaster());
    }

    /** INFO, as managed Redis seldom allows CONFIG; a user may be refused that too. */
    private static Map<String, String> info(RedisNode master, InfoSection section) {
        try {
            return master.info(section);
        } catch (RedisException e) {
            log.warn(
                    "Redis at {} refuses INFO {}, so its version or maxmemory-policy is not checked: {}",
                    address(master),
                    section,
                    firstCause(e));
            return Map.of();
        }
    }

    private RedissonClient client() {
        return connection.client();
    }

    private static String address(RedisNode node) {
        return node.getAddr().getHostString() + ":" + node.getAddr().getPort();
    }

    /** The server's or the system's own words: Redisson wraps them, and appends what it knows of the channel. */
    private static String firstCause(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String text = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return APPENDIX.matcher(text).replaceFirst("") + ".";
    }
}
