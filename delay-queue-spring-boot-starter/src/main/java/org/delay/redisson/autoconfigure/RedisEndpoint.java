package org.delay.redisson.autoconfigure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;

/**
 * Where the application's Redis is, whatever said so.
 *
 * @param ssl whether to connect by TLS
 * @param bundle certificates and options for TLS; null for those of the JVM
 */
record RedisEndpoint(
        Topology topology,
        Credentials credentials,
        boolean ssl,
        @Nullable SslBundle bundle) {

    /** How many servers, and how they hang together. Nodes are written host:port. As text they are for people. */
    sealed interface Topology {}

    /** One server. */
    record Standalone(String node, int database) implements Topology {

        @Override
        public String toString() {
            return node;
        }
    }

    /** Servers that Sentinels watch. */
    record Sentinel(String master, List<String> nodes, int database, Credentials credentials) implements Topology {

        @Override
        public String toString() {
            return "Sentinels " + String.join(", ", nodes) + " (master " + master + ")";
        }
    }

    /** Redis Cluster; the nodes are where to ask first. */
    record Cluster(List<String> nodes) implements Topology {

        @Override
        public String toString() {
            return "Cluster " + String.join(", ", nodes);
        }
    }

    /** A master and its replicas, each of them named; which is which is asked. */
    record MasterReplica(List<String> nodes) implements Topology {

        @Override
        public String toString() {
            return String.join(", ", nodes);
        }
    }

    /** A user and a password; null where there is none, also where an empty one was given. */
    record Credentials(@Nullable String username, @Nullable String password) {

        Credentials {
            username = username == null || username.isBlank() ? null : username;
            password = password == null || password.isBlank() ? null : password;
        }

        /** Without the password. */
        @Override
        public String toString() {
            return "Credentials[username=" + username + "]";
        }
    }
}
