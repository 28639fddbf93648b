package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.delay.redisson.startup.CannotStartException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {

    private static final String FIRST = "dq_shop_" + "a".repeat(43);
    private static final String SECOND = "dq_shop_" + "_".repeat(43);

    private static DelayQueueHttpProperties.Token token(List<String> hashes, List<String> send) {
        return new DelayQueueHttpProperties.Token(hashes, send, List.of(), List.of(), List.of(), List.of(), List.of());
    }

    private static String hash(String token) {
        return HexFormat.of().formatHex(Tokens.sha256(token));
    }

    @Test
    void bothTokensOfARotationAreKnown() {
        Tokens tokens = new Tokens(Map.of("shop", token(List.of(hash(FIRST), hash(SECOND)), List.of("order-*", "x"))));

        assertThat(tokens.find(FIRST)).isPresent();
        ApiCaller caller = tokens.find(SECOND).orElseThrow();
        assertThat(caller.name()).isEqualTo("token shop");
        assertThat(caller.may(ApiPermission.SEND, "order-timeout")).isTrue();
        assertThat(caller.may(ApiPermission.SEND, "x")).isTrue();
        assertThat(caller.may(ApiPermission.SEND, "xy")).isFalse();
        assertThat(caller.may(ApiPermission.SEND, "*")).isFalse();
        assertThat(caller.may(ApiPermission.RECEIVE, "x")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "dq_shop_", "dq_other_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "Bearer x"})
    void anyOtherTokenIsUnknown(String wrong) {
        Tokens tokens = new Tokens(Map.of("shop", token(List.of(hash(FIRST)), List.of("*"))));

        assertThat(tokens.find(wrong)).isEmpty();
        assertThat(tokens.find(SECOND)).isEmpty();
        assertThat(tokens.find(null)).isEmpty();
    }

    @Test
    void withoutATokenTheApplicationDoesNotStart() {
        assertThatThrownBy(() -> new Tokens(Map.of()))
                .isInstanceOf(CannotStartException.class)
                .hasMessageContaining("delay.redisson.http.tokens.shop.sha256")
                .hasMessageContaining("delay.redisson.http.security=application");
    }

    @Test
    void aTokenThatIsOfNoUseIsRefused() {
        String hash = hash(FIRST);

        assertRefused("Shop", token(List.of(hash), List.of("*")), "lowercase");
        assertRefused("shop", token(List.of(), List.of("*")), "1 or 2 hashes");
        assertRefused("shop", token(List.of(hash, hash, hash), List.of("*")), "1 or 2 hashes");
        assertRefused("shop", token(List.of(FIRST), List.of("*")), "64 hexadecimal digits");
        assertRefused("shop", token(List.of(hash), List.of()), "may do nothing");
        assertRefused("shop", token(List.of(hash), List.of("a*b")), "'a*b'");
    }

    private static void assertRefused(String name, DelayQueueHttpProperties.Token token, String reason) {
        assertThatThrownBy(() -> new Tokens(Map.of(name, token)))
                .isInstanceOf(CannotStartException.class)
                .hasMessageContaining(reason);
    }
}
