package org.delay.redisson.autoconfigure;

import java.util.List;
import org.delay.redisson.autoconfigure.RedisEndpoint.Credentials;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;

/** Reads Spring Boot's connection details, behind which Compose, {@code @ServiceConnection} or properties may stand. */
final class DataRedisDetails {

    private DataRedisDetails() {}

    static RedisEndpoint endpoint(DataRedisConnectionDetails details, SpringDataRedis properties) {
        return new RedisEndpoint(
                topology(details),
                new Credentials(details.getUsername(), details.getPassword()),
                details.getSslBundle() != null || urlAsksForSsl(details, properties),
                details.getSslBundle());
    }

    /** By the stand-alone server, which details that come from properties name whatever the topology. */
    private static boolean urlAsksForSsl(DataRedisConnectionDetails details, SpringDataRedis properties) {
        DataRedisConnectionDetails.Standalone standalone = details.getStandalone();
        return standalone != null && properties.urlAsksForSsl(node(standalone));
    }

    /** In Spring Boot's order: details that come from properties name a stand-alone server besides everything else. */
    private static RedisEndpoint.Topology topology(DataRedisConnectionDetails details) {
        DataRedisConnectionDetails.Sentinel sentinel = details.getSentinel();
        if (sentinel != null) {
            return new RedisEndpoint.Sentinel(
                    sentinel.getMaster(),
                    nodes(sentinel.getNodes()),
                    sentinel.getDatabase(),
                    new Credentials(sentinel.getUsername(), sentinel.getPassword()));
        }
        DataRedisConnectionDetails.Cluster cluster = details.getCluster();
        if (cluster != null) {
            return new RedisEndpoint.Cluster(nodes(cluster.getNodes()));
        }
        DataRedisConnectionDetails.MasterReplica masterReplica = details.getMasterReplica();
        if (masterReplica != null) {
            return new RedisEndpoint.MasterReplica(nodes(masterReplica.getNodes()));
        }
        DataRedisConnectionDetails.Standalone standalone = details.getStandalone();
        if (standalone == null) {
            throw new IllegalStateException("DataRedisConnectionDetails name no server: " + details);
        }
        return new RedisEndpoint.Standalone(node(standalone), standalone.getDatabase());
    }

    private static String node(DataRedisConnectionDetails.Standalone standalone) {
        return standalone.getHost() + ":" + standalone.getPort();
    }

    private static List<String> nodes(List<Node> nodes) {
        return nodes.stream().map(node -> node.host() + ":" + node.port()).toList();
    }
}
