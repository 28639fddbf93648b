package org.delay.redisson.http.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import lombok.RequiredArgsConstructor;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Resolves hosts to addresses that may be called. The client asks it for each new connection, and connects to what it returns, so
 * a name that changes its address after a check gains nothing.
 */
@RequiredArgsConstructor
final class PublicDnsResolver implements DnsResolver {

    private final DnsResolver resolver;
    private final PublicAddresses addresses;

    /** @throws RefusedAddressException if no address of the host may be called */
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] all = resolver.resolve(host);
        InetAddress[] callable =
                Arrays.stream(all).filter(addresses::mayBeCalled).toArray(InetAddress[]::new);
        if (callable.length == 0) {
            throw new RefusedAddressException(all.length == 0 ? "none" : all[0].getHostAddress());
        }
        return callable;
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
        return resolver.resolveCanonicalHostname(host);
    }

    /** The host has addresses, but none may be called. */
    static final class RefusedAddressException extends UnknownHostException {

        RefusedAddressException(String address) {
            super("its address " + address + " is not public, and no network of"
                    + " 'delay.redisson.webhook.allowed-networks' contains it");
        }
    }
}
