package org.delay.redisson.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import java.time.LocalDateTime;
import java.time.Month;
import java.util.List;
import org.junit.jupiter.api.Test;

class FastjsonSettingsTest {

    private static final JSONWriter.Feature[] WRITING = {
        JSONWriter.Feature.WriteClassName,
        JSONWriter.Feature.PrettyFormat,
        JSONWriter.Feature.FieldBased,
        JSONWriter.Feature.BeanToArray,
        JSONWriter.Feature.WriteLongAsString
    };

    private static final JSONReader.Feature[] READING = {
        JSONReader.Feature.SupportSmartMatch, JSONReader.Feature.TrimString, JSONReader.Feature.FieldBased
    };

    /** Whenever they are made: before the converter, or when it is in use. */
    @Test
    void thoseOfTheApplicationAsAWholeDoNotApply() {
        FastjsonBodyConverter before = new FastjsonBodyConverter();
        Order order = new Order(" a ", 7L, LocalDateTime.of(2026, 2, 3, 4, 5, 6), Month.MARCH, List.of(1, 2));
        String body = new FastjsonBodyConverter().write(order);
        assertThat(body).contains("\"count\":7", "2026-02-03T04:05:06");

        JSON.config(WRITING);
        JSON.config(READING);
        JSON.configWriterDateFormat("millis");
        JSON.configReaderDateFormat("millis");
        try {
            for (FastjsonBodyConverter converter : List.of(before, new FastjsonBodyConverter())) {
                assertThat(converter.write(order)).isEqualTo(body);
                assertThat(converter.read(body, Order.class)).isEqualTo(order);
            }
        } finally {
            for (JSONWriter.Feature feature : WRITING) {
                JSON.config(feature, false);
            }
            for (JSONReader.Feature feature : READING) {
                JSON.config(feature, false);
            }
            JSON.configWriterDateFormat(null);
            JSON.configReaderDateFormat(null);
        }
    }

    public record Order(String name, long count, LocalDateTime time, Month month, List<Integer> parts) {}
}
