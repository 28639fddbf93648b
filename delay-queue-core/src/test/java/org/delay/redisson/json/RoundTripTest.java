package org.delay.redisson.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kotlin.Metadata;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.json.shapes.KotlinOrder;
import org.delay.redisson.json.shapes.LombokOrder;
import org.delay.redisson.json.shapes.LombokPlain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.ResolvableType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** What is sent arrives as it was, or is refused at the send. */
class RoundTripTest {

    private static final BodyConverter FASTJSON = new FastjsonBodyConverter();
    private static final BodyConverter JACKSON =
            new JacksonBodyConverter(JsonMapper.builder().findAndAddModules().build());

    /** As Spring Boot's. */
    private static final BodyConverter JACKSON_2 =
            new Jackson2BodyConverter(new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));

    static Stream<BodyConverter> converters() {
        return Stream.of(FASTJSON, JACKSON, JACKSON_2);
    }

    static Stream<Arguments> shapes() {
        return converters()
                .flatMap(converter -> Stream.of(
                                new KotlinOrder("1", true),
                                new KotlinOrder("1", false),
                                new LombokOrder("1", new BigDecimal("1.50"), true, List.of("tea")),
                                new LombokPlain("1", BigDecimal.TEN, true))
                        .map(order -> Arguments.of(converter, order)));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void anOrderArrivesAsItWasOrIsRefused(BodyConverter converter, Object order) {
        String body;
        try {
            body = converter.write(order);
        } catch (IllegalArgumentException e) {
            assertThat(e)
                    .hasMessageContaining(order.getClass().getName())
                    .hasMessageContaining(converter.toString())
                    .hasMessageContaining("'delay.redisson.check-bodies=false'");
            return;
        }
        assertThat((Object) converter.read(body, order.getClass())).isEqualTo(order);
    }

    @Test
    void thePropertyThatWouldBeLostIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FASTJSON.write(new KotlinOrder("1", true)))
                .withMessageContaining("would arrive changed: fastjson2 does not read 'vip' as it writes it");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JACKSON_2.write(new KotlinOrder("1", true)))
                .withMessageContaining("would not arrive: Jackson 2 writes it, but can't read it")
                .withMessageContaining("no Creators");
    }

    record Hidden(String id, boolean isVip) {}

    /** fastjson2 does not say more than "UnsupportedOperationException". */
    @Test
    void aRecordThatCantBeWrittenSaysWhatToDo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FASTJSON.write(new Hidden("1", true)))
                .withMessageContaining("can't be written as JSON by fastjson2")
                .withMessageContaining("Declare the record public, or give its components names without 'is'");
        assertThat(JACKSON.write(new Hidden("1", true))).contains("\"isVip\":true");
    }

    static Stream<Arguments> missing() {
        return Stream.of(
                Arguments.of(
                        FASTJSON,
                        "'org.springframework.boot:spring-boot-starter-jackson' and"
                                + " 'tools.jackson.module:jackson-module-kotlin'"),
                Arguments.of(JACKSON, "'tools.jackson.module:jackson-module-kotlin'"),
                Arguments.of(JACKSON_2, "'com.fasterxml.jackson.module:jackson-module-kotlin'"));
    }

    /** fastjson2 does not even write such a class, unless the rest of Kotlin is there. */
    @ParameterizedTest
    @MethodSource("missing")
    void aRefusedKotlinClassNamesTheMissingModule(BodyConverter converter, String missing) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> converter.write(new KotlinPart(1)))
                .withMessageContaining("It is a Kotlin class: add " + missing + ", and register")
                .withMessageNotContaining("constructor parameters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> converter.write(Part.of(1)))
                .withMessageContaining("Give fields, constructor parameters and getters the same names")
                .withMessageNotContaining("Kotlin");
    }

    /** What another application sent, such as a client of the HTTP API. */
    @ParameterizedTest
    @MethodSource("missing")
    void anUnreadableKotlinClassNamesTheMissingModule(BodyConverter converter, String missing) {
        assertThatExceptionOfType(BodyConverter.InvalidBody.class)
                .isThrownBy(() -> converter.read("\"text\"", KotlinPart.class))
                .withMessageContaining("It is a Kotlin class: add " + missing + ", and register")
                .satisfies(failure -> assertThat(failure.where()).contains(missing));
        assertThatExceptionOfType(BodyConverter.InvalidBody.class)
                .isThrownBy(() -> converter.read("\"text\"", Part.class))
                .withMessageNotContaining("Kotlin");
    }

    /** The modules are known by the names that they give themselves; this one reads nothing. */
    @Test
    void aKotlinModuleThatIsThereIsNotAskedFor() {
        BodyConverter jackson = new JacksonBodyConverter(JsonMapper.builder()
                .addModule(new SimpleModule("tools.jackson.module.kotlin.KotlinModule"))
                .build());
        BodyConverter jackson2 = new Jackson2BodyConverter(new ObjectMapper()
                .registerModule(new com.fasterxml.jackson.databind.module.SimpleModule(
                        "com.fasterxml.jackson.module.kotlin.KotlinModule")));
        for (BodyConverter converter : List.of(jackson, jackson2)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> converter.write(new KotlinPart(1)))
                    .withMessageContaining("Give fields, constructor parameters and getters the same names")
                    .withMessageNotContaining("Kotlin class");
        }
    }

    record Envelope<T>(String tenant, T content, List<T> others) {}

    /** The receiver's type argument is not known here, and says more than none. */
    @ParameterizedTest
    @MethodSource("converters")
    void whatATypeArgumentDecidesIsReadExactly(BodyConverter converter) {
        BigDecimal exact = new BigDecimal("12345678901234567890.123456789");
        Type type = ResolvableType.forClassWithGenerics(Envelope.class, BigDecimal.class)
                .getType();
        Envelope<BigDecimal> envelope = new Envelope<>("a", exact, List.of(exact, new BigDecimal("1E+30")));

        assertThat(converter.read(converter.write(envelope), type)).isEqualTo(envelope);
        assertThat(converter.write(new Envelope<>("a", 1.0e10, List.of(0.1)))).contains("0.1");
    }

    @ParameterizedTest
    @MethodSource("converters")
    void anOrderInAnEnvelopeIsStillChecked(BodyConverter converter) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> converter.write(new LossyEnvelope<>("secret")))
                .withMessageContaining(LossyEnvelope.class.getName());
    }

    static final class LossyEnvelope<T> {
        private final T content;

        LossyEnvelope(T content) {
            this.content = content;
        }

        public T getContents() {
            return content;
        }
    }

    @ParameterizedTest
    @MethodSource("converters")
    void theElementsOfListsAndMapsAreChecked(BodyConverter converter) {
        KotlinOrder order = new KotlinOrder("1", true);
        for (Object body : List.of(List.of(order), Map.of("a", List.of(order)), new Object[] {order})) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> converter.write(body))
                    .withMessageContaining(KotlinOrder.class.getName());
        }
    }

    /** What a receiver reads, if any, is another class. */
    @ParameterizedTest
    @MethodSource("converters")
    void withoutTheCheckAnyObjectIsSent(BodyConverter converter) {
        BodyConverter unchecked = converter instanceof FastjsonBodyConverter fastjson
                ? fastjson.withoutCheck()
                : converter instanceof JacksonBodyConverter jackson
                        ? jackson.withoutCheck()
                        : ((Jackson2BodyConverter) converter).withoutCheck();

        assertThat(unchecked.write(new KotlinOrder("1", true))).contains("\"vip\":true");
    }

    @ParameterizedTest
    @MethodSource("converters")
    void noDataIsInTheRefusal(BodyConverter converter) {
        Lossy lossy = new Lossy();
        lossy.counts = Map.of("secret", Part.of(7));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> converter.write(lossy))
                .withMessageContaining("'counts.*.number'")
                .withMessageNotContaining("secret");
    }

    /** Derived values, times in another zone, and sets in another order mean the same. */
    @ParameterizedTest
    @MethodSource("converters")
    void whatMeansTheSameIsSent(BodyConverter converter) {
        Set<TimeUnit> wide = new HashSet<>(256);
        wide.addAll(EnumSet.allOf(TimeUnit.class));
        Harmless harmless = new Harmless();
        harmless.units = wide;
        harmless.order = new LinkedHashSet<>(List.of("z", "a"));
        harmless.anything = new BigDecimal("1.10");
        harmless.inner = Map.of("a", List.of(1, 2.5, true));

        assertThatNoException().isThrownBy(() -> converter.write(harmless));
    }

    @Test
    void timesOfOtherZonesAreSent() {
        assertThatNoException()
                .isThrownBy(() -> JACKSON.write(new Timed(OffsetDateTime.parse("2024-02-29T01:02:03+05:30"))));
    }

    /** JSON has them in one order, and the object that was read in another. */
    @ParameterizedTest
    @MethodSource("converters")
    void setsOfWhatIsWrittenDifferentlyAreSent(BodyConverter converter) {
        Set<Set<String>> groups = new LinkedHashSet<>();
        for (String first : List.of("a", "k", "o")) {
            groups.add(new LinkedHashSet<>(List.of("z" + first, first, "m" + first)));
        }

        assertThatNoException().isThrownBy(() -> converter.write(new Groups(groups)));
    }

    @Test
    void setsOfTimesOfOtherZonesAreSent() {
        Set<OffsetDateTime> times = new LinkedHashSet<>();
        for (String time :
                List.of("09:00:00+08:00", "05:00:00+01:00", "02:00:00-03:00", "07:00:00+05:00", "01:30:00-07:00")) {
            times.add(OffsetDateTime.parse("2024-02-29T" + time));
        }

        assertThatNoException().isThrownBy(() -> JACKSON.write(new Times(times)));
    }

    /** Comparing each element twice would take 2^200 comparisons. */
    @ParameterizedTest
    @MethodSource("converters")
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatIsLostDeepInATreeIsFound(BodyConverter converter) {
        Tree tree = new Tree();
        tree.lost = Part.of(1);
        for (int i = 0; i < 200; i++) {
            Tree parent = new Tree();
            parent.children = List.of(tree);
            tree = parent;
        }
        Tree root = tree;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> converter.write(root))
                .withMessageContaining("children[0].children[0]")
                .withMessageContaining("lost.number");
    }

    @Test
    void polymorphicTypesAreSent() {
        for (BodyConverter converter : List.of(JACKSON, JACKSON_2)) {
            assertThat(converter.write(new Shapes(List.of(new Circle(3), new Square(4)))))
                    .contains("circle", "square");
            assertThat(converter.write(new Circle(3))).contains("circle");
        }
    }

    /** Jackson leaves the name of the type out there, and no receiver could read {@code List<Shape>}. */
    @Test
    void elementsWithoutTheirTypesAreRefused() {
        Shape circle = new Circle(3);
        for (BodyConverter converter : List.of(JACKSON, JACKSON_2)) {
            for (Object body : List.of(Arrays.asList("a", null, circle), Map.of("a", circle))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> converter.write(body))
                        .withMessageContaining(body.getClass().getName())
                        .withMessageContaining("Send an array of their type");
            }
            assertThat(converter.write(new Shape[] {circle, null})).contains("circle");
        }
    }

    @ParameterizedTest
    @MethodSource("converters")
    void listsOfObjectsAreSent(BodyConverter converter) {
        Harmless aging = new Harmless();
        aging.units = Set.of();
        for (Object body : List.of(
                List.of(new Total(BigDecimal.ONE), new Total(BigDecimal.TEN)),
                Map.of("a", new Total(BigDecimal.ONE), "b", List.of(aging)),
                Arrays.asList("a", null, 5, new Total(BigDecimal.ONE)))) {
            assertThatNoException().isThrownBy(() -> converter.write(body));
        }
    }

    @Test
    void optionalObjectsAreSent() {
        assertThatNoException().isThrownBy(() -> JACKSON.write(Optional.of(List.of(new Total(BigDecimal.ONE)))));
    }

    @ParameterizedTest
    @MethodSource("converters")
    void whatNoReceiverCanNameIsSent(BodyConverter converter) {
        Object proxy = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Named.class}, (self, method, arguments) -> "x");
        assertThat(converter.write(proxy)).contains("\"name\":\"x\"");
        assertThat(converter.write(new Named() {
                    @Override
                    public String getName() {
                        return "y";
                    }
                }))
                .contains("\"name\":\"y\"");
    }

    /** Also where it is not its own property, which Jackson notices at once. */
    @ParameterizedTest
    @MethodSource("converters")
    void aCycleIsCalledSo(BodyConverter converter) {
        Parent parent = new Parent();
        parent.child = new Child();
        parent.child.parent = parent;
        Parent self = new Self();

        for (Object cyclic : List.of(parent, self)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> converter.write(cyclic))
                    .withMessageContaining(cyclic.getClass().getName())
                    .withMessageContaining("it contains itself, or is nested too deeply")
                    .satisfies(e -> assertThat(e.getStackTrace()).hasSizeLessThan(3000));
        }
    }

    public static class Parent {

        public Child child;
    }

    public static class Child {

        public Parent parent;
    }

    public static class Self extends Parent {

        public Self self = this;
    }

    public interface Named {

        String getName();
    }

    public static class Lossy {

        public Map<String, Part> counts;
    }

    /** As {@link Part}, from Kotlin. */
    @Metadata
    public static class KotlinPart {

        private final int hidden;

        KotlinPart(int hidden) {
            this.hidden = hidden;
        }

        public int getNumber() {
            return hidden;
        }
    }

    /** Written by its getter, and never read. */
    public static class Part {

        private int hidden;

        static Part of(int number) {
            Part part = new Part();
            part.hidden = number;
            return part;
        }

        public int getNumber() {
            return hidden;
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class Harmless {

        public Set<TimeUnit> units;
        public Set<String> order;
        public Object anything;
        public Object inner;
        public List<String> missing;

        public int getSize() {
            return units.size();
        }

        public long getAge() {
            return System.nanoTime();
        }
    }

    public record Total(BigDecimal amount) {}

    record Timed(OffsetDateTime time) {}

    record Times(Set<OffsetDateTime> times) {}

    record Groups(Set<Set<String>> groups) {}

    public static class Tree {

        public List<Tree> children = List.of();
        public Part lost;
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({@JsonSubTypes.Type(Circle.class), @JsonSubTypes.Type(Square.class)})
    interface Shape {}

    @JsonTypeName("circle")
    record Circle(int radius) implements Shape {}

    @JsonTypeName("square")
    record Square(int side) implements Shape {

        @JsonCreator
        Square(@JsonProperty("side") int side) {
            this.side = side;
        }
    }

    record Shapes(List<Shape> shapes) {}
}
