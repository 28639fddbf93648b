package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    @ParameterizedTest
    @ValueSource(strings = {"1\nb", "1{\"key\":\"k\",\"ttl\":5000}\nb"})
    void aRevisionIsTheFirstFieldOfTheHeader(String content) {
        String stored = StoredBody.withRevision(content, 1_795_179_600_000L);

        assertThat(stored).startsWith("1{\"rev\":1795179600000");
        StoredBody read = StoredBody.read(stored, Formats.CURRENT);
        assertThat(read.revision()).isEqualTo(1_795_179_600_000L);
        assertThat(read.body()).isEqualTo("b");
        assertThat(read.headers()).isEmpty();
        StoredBody plain = StoredBody.read(content, Formats.CURRENT);
        assertThat(plain.revision()).isZero();
        assertThat(read.key()).isEqualTo(plain.key());
        assertThat(read.timeToLive()).isEqualTo(plain.timeToLive());
    }

    /** As a version that knows no revisions reads them. */
    @Test
    void anUnknownFieldIsIgnored() {
        StoredBody read = StoredBody.read("1{\"unknown\":7,\"key\":\"k\"}\nb", Formats.CURRENT);

        assertThat(read.form()).isEqualTo(Form.READABLE);
        assertThat(read.key()).isEqualTo("k");
        assertThat(read.body()).isEqualTo("b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "x\nb", "1[]\nb"})
    void onlyAStoredFormGetsARevision(String content) {
        assertThatThrownBy(() -> StoredBody.withRevision(content, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
