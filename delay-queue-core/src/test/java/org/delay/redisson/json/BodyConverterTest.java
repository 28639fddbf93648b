package org.delay.redisson.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.delay.redisson.BodyConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.ResolvableType;
import org.springframework.kafka.support.serializer.JacksonJsonDeserializer;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

class BodyConverterTest {

    private static final JsonMapper PLAIN = new JsonMapper();

    /** As Spring Boot's. */
    private static final JsonMapper WITH_MODULES =
            JsonMapper.builder().findAndAddModules().build();

    private static final BodyConverter FASTJSON = new FastjsonBodyConverter();
    private static final BodyConverter JACKSON = new JacksonBodyConverter(WITH_MODULES);

    static Stream<Arguments> each() {
        return Row.all().flatMap(row -> converters().map(converter -> Arguments.of(row, converter)));
    }

    static Stream<BodyConverter> converters() {
        return Stream.of(FASTJSON, JACKSON);
    }

    @ParameterizedTest
    @MethodSource("each")
    void whatIsWrittenJacksonReads(Row row, BodyConverter converter) {
        String body = converter.write(row.value());

        for (JsonMapper mapper : List.of(PLAIN, WITH_MODULES)) {
            assertSame(mapper.readValue(body, row.type()), row.value());
            assertSame(deserialized(new JacksonJsonDeserializer<>(row.type(), mapper), body), row.value());
        }
        assertSame(deserialized(new JacksonJsonDeserializer<>(row.type()), body), row.value());
    }

    @ParameterizedTest
    @MethodSource("each")
    void whatIsWrittenIsReadBack(Row row, BodyConverter converter) {
        assertSame(converter.read(converter.write(row.value()), row.type()), row.value());
    }

    /** An application that gets Jackson reads what was stored before, and one that drops it too. */
    @ParameterizedTest
    @MethodSource("org.delay.redisson.json.Row#all")
    void whatJacksonWritesFastjsonReads(Row row) {
        assertSame(FASTJSON.read(JACKSON.write(row.value()), row.type()), row.value());
    }

    @ParameterizedTest
    @MethodSource("converters")
    void typesWithArgumentsAreReadToo(BodyConverter converter) {
        Type prices = ResolvableType.forClassWithGenerics(
                        Map.class,
                        ResolvableType.forClass(String.class),
                        ResolvableType.forClassWithGenerics(List.class, BigDecimal.class))
                .getType();
        assertThat(converter.reads(prices)).isTrue();
        assertThat(converter.read("{\"a\":[1.50]}", prices)).isEqualTo(Map.of("a", List.of(new BigDecimal("1.50"))));
        assertThat(converter.read("7", int.class)).isEqualTo(7);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> converter.read("{\"a\":[\"secret\"]}", prices))
                .withMessageContaining("BigDecimal")
                .withMessageNotContaining("secret");
    }

    @Test
    void aConverterThatSaysNothingOfThemReadsClassesOnly() {
        BodyConverter plain = new BodyConverter() {
            @Override
            public String write(Object object) {
                return object.toString();
            }

            @Override
            public <T> T read(String body, Class<T> type) {
                return type.cast(body);
            }
        };
        Type list =
                ResolvableType.forClassWithGenerics(List.class, String.class).getType();
        assertThat(plain.reads(String.class)).isTrue();
        assertThat(plain.reads(list)).isFalse();
        assertThat(plain.read("a", (Type) String.class)).isEqualTo("a");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.read("a", list))
                .withMessage(BodyConverterTest.class.getName() + "$1 reads classes only, not"
                        + " java.util.List<java.lang.String>");
    }

    record Point(int x, String y) {}

    record Points(Map<Point, String> points) {}

    static Stream<Object> mapsWithKeysThatAreNoTexts() {
        return Stream.of(
                Map.of(new Point(1, "\":"), "secret"),
                new Points(Map.of(new Point(1, "y"), "secret")),
                Map.of(List.of(1, 2), "secret"),
                Map.of("a", List.of(Map.of(Map.of("b", 1), "secret"))),
                Map.of(Optional.of(1), "secret"));
    }

    /** fastjson2 would write the key of a map as an object, which is no JSON. */
    @ParameterizedTest
    @MethodSource("mapsWithKeysThatAreNoTexts")
    void aMapWhoseKeysAreNoTextsIsRefusedByFastjson(Object object) {
        for (FastjsonBodyConverter converter :
                List.of(new FastjsonBodyConverter(), new FastjsonBodyConverter().withoutCheck())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> converter.write(object))
                    .withMessageContaining(object.getClass().getName())
                    .withMessageContaining("key")
                    .withMessageNotContaining("secret");
        }
    }

    @Test
    void aMapWithOtherKeysIsWrittenByFastjson() {
        assertThat(FASTJSON.write(Map.of("a\\\":{", List.of(":", 1.5)))).isEqualTo("{\"a\\\\\\\":{\":[\":\",1.5]}");
        assertThat(FASTJSON.write(Map.of(7, true))).isEqualTo("{\"7\":true}");
    }

    @ParameterizedTest
    @MethodSource("converters")
    void textIsLeftAlone(BodyConverter converter) {
        assertThat(converter.write("plain")).isEqualTo("plain");
        assertThat(converter.write(CharBuffer.wrap("{\"a\": 1 }"))).isEqualTo("{\"a\": 1 }");
        assertThat(converter.read("{\"a\": 1 }", String.class)).isEqualTo("{\"a\": 1 }");
        assertThat(converter.read("", CharSequence.class)).isEqualTo("");
    }

    @ParameterizedTest
    @MethodSource("converters")
    void aBodyChoosesNoClass(BodyConverter converter) {
        String name = Trap.class.getName();
        String attack = """
            {"@type":"%1$s","@class":"%1$s","payload":{"@type":"%1$s","x":1},"list":[{"@type":"%1$s"},["%1$s",{}]]}
            """.formatted(name);

        assertThat(converter.read(attack, Holder.class).payload).isInstanceOf(Map.class);
        assertThat(converter.read(attack, Map.class).get("@type")).isEqualTo(name);
        assertThat(converter.read(attack, Object.class)).isInstanceOf(Map.class);
        assertThat(Trap.created).isZero();

        Holder holder = new Holder();
        holder.payload = new Trap();
        holder.list = new ArrayList<>(List.of(new HashMap<>()));
        assertThat(converter.write(holder)).doesNotContain("Trap").doesNotContain("HashMap");
        Trap.created = 0;
    }

    @Test
    void aMapperWithDefaultTypingWritesAndReadsNoClassNames() {
        JsonMapper typing = JsonMapper.builder()
                .activateDefaultTyping(
                        BasicPolymorphicTypeValidator.builder()
                                .allowIfBaseType(Object.class)
                                .build(),
                        DefaultTyping.NON_FINAL)
                .build();

        aBodyChoosesNoClass(new JacksonBodyConverter(typing));
    }

    @ParameterizedTest
    @MethodSource("converters")
    void anUnreadableBodyIsNotInTheException(BodyConverter converter) {
        for (String body : List.of(
                "", "null", "secret", "{\"text\":\"secret", "[\"secret\"]", "{} secret", "{\"time\":\"secret\"}")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> converter.read(body, Row.Nulls.class))
                    .withMessageContaining(body.length() + " characters")
                    .withMessageContaining(Row.Nulls.class.getName())
                    .withMessageNotContaining("secret")
                    .withNoCause();
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> converter.read("\"secret\"", Row.Plain.class))
                .withMessageNotContaining("secret");
    }

    @ParameterizedTest
    @MethodSource("converters")
    void whatContainsItselfIsRefused(BodyConverter converter) {
        Holder holder = new Holder();
        holder.payload = holder;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> converter.write(holder))
                .withMessageContaining(Holder.class.getName());
    }

    /** So deep goes no parser on the stack that threads have. */
    @ParameterizedTest
    @MethodSource("converters")
    void whatIsNestedTooDeeplyIsRefused(BodyConverter converter) {
        String body = "{\"next\":".repeat(100_000) + "null" + "}".repeat(100_000);
        Map<String, Object> deep = new HashMap<>();
        for (int level = 0; level < 100_000; level++) {
            Map<String, Object> outer = new HashMap<>();
            outer.put("next", deep);
            deep = outer;
        }
        Map<String, Object> object = deep;

        assertThatIllegalArgumentException().isThrownBy(() -> converter.read(body, Chain.class));
        assertThatIllegalArgumentException().isThrownBy(() -> converter.read(body, Object.class));
        assertThatIllegalArgumentException().isThrownBy(() -> converter.write(object));
    }

    /** A thread may have less stack than a parser's own bound takes. */
    @ParameterizedTest
    @MethodSource("converters")
    void whatContainsItselfIsRefusedOnALittleStackToo(BodyConverter converter) throws Exception {
        Chain chain = new Chain();
        chain.next = chain;
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        converter.write(chain);
                    } catch (Throwable e) {
                        thrown.set(e);
                    }
                },
                "little-stack",
                180_000);
        thread.start();
        thread.join();

        assertThat(thrown.get()).isInstanceOf(IllegalArgumentException.class);
    }

    static class Chain {

        public Chain next;
    }

    /** Why Jackson is the default where it is present (ADR 0004): without a word, names are lost. */
    @Test
    void theApplicationsNamingIsJacksonsOnly() {
        JsonMapper snake = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .build();
        Names names = new Names("Ada");

        assertThat(snake.readValue(new JacksonBodyConverter(snake).write(names), Names.class))
                .isEqualTo(names);
        assertThat(snake.readValue(FASTJSON.write(names), Names.class)).isEqualTo(new Names(null));
    }

    private static Object deserialized(JacksonJsonDeserializer<?> deserializer, String body) {
        try (deserializer) {
            return deserializer.deserialize("topic", body.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Jackson reads a time with a zone as that moment in UTC, whoever wrote it. */
    private static void assertSame(Object read, Object written) {
        if (written instanceof ZonedDateTime time) {
            assertThat(((ZonedDateTime) read).toInstant()).isEqualTo(time.toInstant());
        } else if (written instanceof OffsetDateTime time) {
            assertThat(((OffsetDateTime) read).toInstant()).isEqualTo(time.toInstant());
        } else {
            assertThat(read).isEqualTo(written);
            assertThat(read).hasSameClassAs(written);
        }
    }

    record Names(String firstName) {}

    public static class Holder {

        public Object payload;
        public List<Object> list;
    }

    public static class Trap {

        static int created;
        public int x;

        public Trap() {
            created++;
        }
    }
}
