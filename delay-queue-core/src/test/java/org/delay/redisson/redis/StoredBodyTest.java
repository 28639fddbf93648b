package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONWriter;
import java.time.Duration;
import org.delay.redisson.DispatchOperations.Form;
import org.delay.redisson.OutgoingMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredBodyTest {

    private static OutgoingMessage.Builder message() {
        return OutgoingMessage.to("orders").body("unused").delay(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "$ref", "@type", "a \"quoted\" name", "emoji 🚚", "two\nlines"})
    void readsAnyHeaderThatCanBeSent(String text) {
        StoredBody stored = StoredBody.read(
                StoredBody.write(
                        message()
                                .key(text)
                                .header(text, "$")
                                .header("other", text)
                                .build(),
                        "the body\nof two lines",
                        Formats.CURRENT),
                Formats.CURRENT);

        assertThat(stored.form()).isEqualTo(Form.READABLE);
        assertThat(stored.key()).isEqualTo(text);
        assertThat(stored.headers()).containsEntry(text, "$").containsEntry("other", text);
        assertThat(stored.body()).isEqualTo("the body\nof two lines");
    }

    @Test
    void isTheSameWhateverTheApplicationSetsForFastjson() {
        OutgoingMessage message =
                message().key("k").timeToLive(Duration.ofSeconds(5)).build();
        JSON.config(JSONWriter.Feature.PrettyFormat, true);
        try {
            assertThat(StoredBody.write(message, "b", Formats.CURRENT)).isEqualTo("1{\"key\":\"k\",\"ttl\":5000}\nb");
        } finally {
            JSON.config(JSONWriter.Feature.PrettyFormat, false);
        }
    }
}
