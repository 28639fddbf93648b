package org.delay.redisson.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressesTest {

    private static final PublicAddresses NONE_LISTED = new PublicAddresses(List.of());

    private static InetAddress address(String text) throws UnknownHostException {
        return InetAddress.getByName(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.127.255.254", "127.0.0.1", "127.255.255.254",
                        "169.254.169.254",
                "172.16.0.1", "172.31.255.254", "192.168.1.1", "192.0.0.192", "198.18.0.1", "224.0.0.1", "240.0.0.1",
                "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
                "2001::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "::ffff:0:127.0.0.1",
                "64:ff9b:1::a00:1", "100::1", "100:0:0:1::1", "5f00::1", "1234::1", "4000::1", "8000::1"
            })
    void addressesThatAreNotPublicAreRefused(String address) throws Exception {
        assertThat(NONE_LISTED.mayBeCalled(address(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.1",
                "100.63.255.255",
                "100.128.0.1",
                "126.255.255.254",
                "172.15.0.1",
                "172.32.0.1",
                "192.167.1.1",
                "223.255.255.254",
                "2606:4700:4700::1111",
                "2a00:1450::1"
            })
    void publicAddressesAreNot(String address) throws Exception {
        assertThat(NONE_LISTED.mayBeCalled(address(address))).isTrue();
    }

    /** As the JDK makes it of what a name server answers, unlike that of a literal. */
    @Test
    void anIpv4AddressWithinIpv6IsJudgedAsTheIpv4Address() throws Exception {
        assertThat(NONE_LISTED.mayBeCalled(mapped("127.0.0.1"))).isFalse();
        assertThat(NONE_LISTED.mayBeCalled(mapped("1.1.1.1"))).isTrue();
        assertThat(new PublicAddresses(List.of("127.0.0.0/8")).mayBeCalled(mapped("127.0.0.1")))
                .isTrue();
    }

    private static InetAddress mapped(String address) throws UnknownHostException {
        byte[] bytes = new byte[16];
        bytes[10] = -1;
        bytes[11] = -1;
        System.arraycopy(address(address).getAddress(), 0, bytes, 12, 4);
        return Inet6Address.getByAddress(null, bytes, -1);
    }

    @Test
    void aListedNetworkIsAllowed() throws Exception {
        PublicAddresses listed = new PublicAddresses(List.of("10.1.0.0/16", "fd00::/8", "127.0.0.1"));

        assertThat(listed.mayBeCalled(address("10.1.255.1"))).isTrue();
        assertThat(listed.mayBeCalled(address("10.2.0.1"))).isFalse();
        assertThat(listed.mayBeCalled(address("fd12::1"))).isTrue();
        assertThat(listed.mayBeCalled(address("fe80::1"))).isFalse();
        assertThat(listed.mayBeCalled(address("127.0.0.1"))).isTrue();
        assertThat(listed.mayBeCalled(address("127.0.0.2"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "10.1.0.0/33", "10.1.0.0/x", "10.1.0.0/-1", "10.1", "", "/8", "fd00::/129"})
    void whatIsNoNetworkIsRefused(String text) {
        assertThatThrownBy(() -> new PublicAddresses(List.of(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a network");
    }
}
