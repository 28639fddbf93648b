package org.delay.redisson.http.webhook;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which addresses may be called: those that the whole Internet reaches, and those of the networks that are listed. Immutable.
 *
 * <p>The others are those that IANA's registries of special-purpose addresses call not globally reachable, those that carry an
 * IPv4 address within an IPv6 address, and all of IPv6 that IANA has not opened, which is everything outside of
 * {@code 2000::/3}.
 */
final class PublicAddresses {

    private static final List<IpSubnetFilterRule> SPECIAL = Stream.of(
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10",
                    "127.0.0.0/8",
                    "169.254.0.0/16",
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.0.2.0/24",
                    "192.88.99.0/24",
                    "192.168.0.0/16",
                    "198.18.0.0/15",
                    "198.51.100.0/24",
                    "203.0.113.0/24",
                    "224.0.0.0/4",
                    "240.0.0.0/4",
                    "::/3",
                    "2001::/23",
                    "2001:db8::/32",
                    "2002::/16",
                    "3fff::/20",
                    "4000::/2",
                    "8000::/1")
            .map(PublicAddresses::network)
            .toList();

    private final List<IpSubnetFilterRule> allowed;

    /** @throws IllegalArgumentException if one is no network */
    PublicAddresses(List<String> allowedNetworks) {
        allowed = allowedNetworks.stream().map(PublicAddresses::network).toList();
    }

    boolean mayBeCalled(InetAddress address) {
        InetSocketAddress place = new InetSocketAddress(plain(address), 0);
        return allowed.stream().anyMatch(network -> network.matches(place))
                || SPECIAL.stream().noneMatch(network -> network.matches(place));
    }

    /** A name server may answer with {@code ::ffff:127.0.0.1}, which is called as 127.0.0.1. */
    private static InetAddress plain(InetAddress address) {
        try {
            return InetAddress.getByAddress(address.getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static IpSubnetFilterRule network(String text) {
        int slash = text.lastIndexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
        if (bytes == null) {
            throw new IllegalArgumentException("'" + text + "' is not a network such as 10.1.0.0/16");
        }
        try {
            int prefix = slash < 0 ? bytes.length * Byte.SIZE : Integer.parseInt(text.substring(slash + 1));
            return new IpSubnetFilterRule(InetAddress.getByAddress(bytes), prefix, IpFilterRuleType.ACCEPT);
        } catch (IllegalArgumentException | UnknownHostException e) {
            throw new IllegalArgumentException("'" + text + "' is not a network such as 10.1.0.0/16", e);
        }
    }
}
