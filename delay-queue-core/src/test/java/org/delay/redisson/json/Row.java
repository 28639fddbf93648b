package org.delay.redisson.json;

import static java.util.Map.entry;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** One row of the table of what a body must carry: a value, and the class that it is read as. */
@SuppressWarnings("JavaUtilDate") // applications send them
record Row(Class<?> type, Object value) {

    static Stream<Row> all() {
        return Stream.of(
                        of(Instant.class, Instant.parse("2024-02-29T12:34:56.123456789Z"), Instant.EPOCH, Instant.MAX),
                        of(
                                LocalDate.class,
                                LocalDate.of(2024, 2, 29),
                                LocalDate.of(12345, 1, 1),
                                LocalDate.of(-5, 1, 1)),
                        of(LocalTime.class, LocalTime.of(1, 2, 3, 4), LocalTime.MIDNIGHT, LocalTime.MAX),
                        of(LocalDateTime.class, LocalDateTime.of(2024, 2, 29, 1, 2, 3, 120_000_000), LocalDateTime.MAX),
                        of(LocalDateTime.class, LocalDateTime.of(2024, 2, 29, 0, 0)),
                        of(
                                ZonedDateTime.class,
                                berlin(2024, 2, 29),
                                berlin(2024, 10, 27).withLaterOffsetAtOverlap()),
                        of(ZonedDateTime.class, ZonedDateTime.parse("2024-02-29T01:02:03Z")),
                        of(OffsetDateTime.class, OffsetDateTime.parse("2024-02-29T01:02:03.000000004+05:30")),
                        of(OffsetDateTime.class, OffsetDateTime.parse("2024-02-29T01:02Z"), OffsetDateTime.MIN),
                        of(OffsetTime.class, OffsetTime.parse("01:02:03.5+05:00"), OffsetTime.parse("01:02Z")),
                        of(
                                Duration.class,
                                Duration.ofNanos(-1),
                                Duration.ofSeconds(Long.MAX_VALUE),
                                Duration.ofDays(9)),
                        of(Period.class, Period.of(1, 2, 3), Period.ZERO),
                        of(Year.class, Year.of(2024), Year.of(-3), Year.of(99999)),
                        of(YearMonth.class, YearMonth.of(2024, 2)),
                        of(MonthDay.class, MonthDay.of(2, 29)),
                        of(DayOfWeek.class, DayOfWeek.MONDAY, DayOfWeek.SUNDAY),
                        of(Month.class, Month.JANUARY, Month.FEBRUARY, Month.DECEMBER),
                        of(ZoneId.class, ZoneId.of("Europe/Berlin"), ZoneOffset.UTC),
                        of(ZoneOffset.class, ZoneOffset.ofHours(-3), ZoneOffset.ofHoursMinutes(5, 30)),
                        of(Date.class, new Date(1_700_000_000_123L), new Date(0)),
                        of(Timestamp.class, new Timestamp(1_700_000_000_123L)),
                        of(Plain.class, Plain.B),
                        of(Shown.class, Shown.B),
                        of(WithBody.class, WithBody.A),
                        of(BigDecimal.class, new BigDecimal("1.10"), new BigDecimal("1E+2"), new BigDecimal("0.00")),
                        of(BigDecimal.class, new BigDecimal("1E+400"), new BigDecimal("1E-400")),
                        of(BigDecimal.class, new BigDecimal("-12345678901234567890.123456789012345678901234567890")),
                        of(BigInteger.class, BigInteger.TEN.pow(50), BigInteger.ONE.negate()),
                        of(Float.class, 1.1f, Float.MIN_VALUE, Float.MAX_VALUE, -0f, Float.NaN),
                        of(Double.class, 0.1 + 0.2, Double.MIN_VALUE, Double.MAX_VALUE, -0.0, 1e21, Double.NaN),
                        of(
                                Numbers.class,
                                new Numbers(Integer.MIN_VALUE, Long.MAX_VALUE, (1L << 53) + 1, (short) -7, 1.5f)),
                        of(Infinite.class, new Infinite(Double.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY)),
                        of(Boolean.class, true, false),
                        of(Character.class, 'x', '"', '\u0001', 'ä'),
                        of(
                                byte[].class,
                                new byte[] {1, 2, -3},
                                new byte[0],
                                "some text".getBytes(StandardCharsets.UTF_8)),
                        of(int[].class, new int[] {1, -2}),
                        of(String[].class, new Object[] {new String[] {"a", null}}),
                        of(UUID.class, UUID.fromString("0b9d7a2c-0000-4000-8000-000000000001")),
                        of(URI.class, URI.create("https://example.org/a?b=%20c#d")),
                        of(Locale.class, Locale.GERMANY, Locale.ENGLISH, Locale.forLanguageTag("zh-Hant-TW")),
                        of(Currency.class, Currency.getInstance("EUR")),
                        of(Texts.class, new Texts("", "a\"b\\c/d", "ünï 😀 \u2028", "\u0000\u0001\n\t\r\b\f\u007f")),
                        of(Present.class, new Present(Optional.of("x"), Optional.of(Instant.EPOCH))),
                        of(Order.class, Order.EXAMPLE),
                        of(NumberKeys.class, new NumberKeys(Map.of(1, "a"), Map.of(1L << 60, "b"), Map.of(1.5, "c"))),
                        of(
                                EnumKeys.class,
                                new EnumKeys(Map.of(Plain.A, "a"), Map.of(Shown.A, 1), Map.of(DayOfWeek.MONDAY, 2))),
                        of(DateKeys.class, DateKeys.EXAMPLE),
                        of(IdKeys.class, new IdKeys(Map.of(new UUID(1, 2), "a"), Map.of(new BigDecimal("1.10"), "b"))),
                        of(Nulls.class, new Nulls(null, nullValue(), Arrays.asList(1, null), null)),
                        of(Lists.class, Lists.EXAMPLE),
                        of(Named.class, new Named("1", true, "x")),
                        of(Bean.class, Bean.example()),
                        of(Odd.class, new Odd(Map.of("$ref", "$", "@type", "java.util.HashMap", "", "empty"))))
                .flatMap(rows -> rows);
    }

    private static Stream<Row> of(Class<?> type, Object... values) {
        return Arrays.stream(values).map(value -> new Row(type, value));
    }

    private static ZonedDateTime berlin(int year, int month, int day) {
        return ZonedDateTime.of(year, month, day, 2, 30, 0, 4, ZoneId.of("Europe/Berlin"));
    }

    private static Map<String, Integer> nullValue() {
        Map<String, Integer> map = new HashMap<>();
        map.put("none", null);
        map.put("one", 1);
        return map;
    }

    @Override
    public String toString() {
        String text = value instanceof byte[] bytes ? Arrays.toString(bytes) : value.toString();
        return type.getSimpleName() + " " + text.replaceAll("\\p{Cntrl}", "?");
    }

    enum Plain {
        A,
        B
    }

    enum Shown {
        A("first"),
        B("second");

        private final String text;

        Shown(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    enum WithBody {
        A {
            @Override
            int number() {
                return 1;
            }
        };

        abstract int number();
    }

    record Numbers(int a, long b, Long c, short d, float e) {}

    record Infinite(double a, float b) {}

    record Texts(String empty, String quotes, String unicode, String control) {}

    record Present(Optional<String> text, Optional<Instant> time) {}

    record Line(String article, BigDecimal price, List<Integer> counts, Map<String, List<Line>> parts) {}

    record Order(
            Line line, Optional<Line> extra, LocalDateTime at, ZonedDateTime until, Year year, Month month, Date seen) {

        static final Order EXAMPLE = new Order(
                new Line("a", new BigDecimal("1.00"), List.of(1, 2), Map.of()),
                Optional.of(new Line("b", BigDecimal.ONE, List.of(), Map.of("k", List.of(part())))),
                LocalDateTime.of(2024, 2, 29, 1, 2, 3),
                ZonedDateTime.parse("2024-02-29T01:02:03Z"),
                Year.of(2024),
                Month.MARCH,
                new Date(1_700_000_000_123L));

        private static Line part() {
            return new Line("c", BigDecimal.TEN, List.of(3), Map.of());
        }
    }

    record NumberKeys(Map<Integer, String> integers, Map<Long, String> longs, Map<Double, String> doubles) {}

    record EnumKeys(Map<Plain, String> plain, Map<Shown, Integer> shown, Map<DayOfWeek, Integer> days) {}

    record DateKeys(
            Map<LocalDate, String> days,
            Map<LocalDateTime, String> times,
            Map<Instant, String> instants,
            Map<YearMonth, String> months,
            Map<Date, String> dates) {

        static final DateKeys EXAMPLE = new DateKeys(
                Map.of(LocalDate.of(2024, 2, 29), "a"),
                Map.of(LocalDateTime.of(2024, 2, 29, 1, 2, 3), "b"),
                Map.of(Instant.parse("2024-02-29T12:34:56.123456789Z"), "c"),
                Map.of(YearMonth.of(2024, 2), "d"),
                Map.of(new Date(1_700_000_000_123L), "e"));
    }

    record IdKeys(Map<UUID, String> ids, Map<BigDecimal, String> decimals) {}

    record Nulls(String text, Map<String, Integer> map, List<Integer> list, LocalDateTime time) {}

    record Lists(List<LocalDate> days, List<Map<String, List<Shown>>> nested, List<Optional<String>> optionals) {

        static final Lists EXAMPLE = new Lists(
                List.of(LocalDate.EPOCH),
                List.of(Map.ofEntries(entry("a", List.of(Shown.A, Shown.B)))),
                List.of(Optional.of("x")));
    }

    /** Public, because fastjson2 refuses other records that have a component like isOpen. */
    public record Named(@JsonProperty("order_id") String id, boolean isOpen, String getter) {}

    record Odd(Map<String, String> map) {}

    /** A bean as people write them. */
    public static class Bean {

        private boolean active;
        private Boolean paid;
        private String name;
        private LocalDateTime created;

        @JsonProperty("unit_price")
        private BigDecimal unitPrice;

        static Bean example() {
            Bean bean = new Bean();
            bean.active = true;
            bean.paid = false;
            bean.name = "n";
            bean.created = LocalDateTime.of(2024, 2, 29, 0, 0);
            bean.unitPrice = new BigDecimal("9.90");
            return bean;
        }

        public boolean isActive() {
            return active;
        }

        public void setActive(boolean active) {
            this.active = active;
        }

        public Boolean getPaid() {
            return paid;
        }

        public void setPaid(Boolean paid) {
            this.paid = paid;
        }

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public LocalDateTime getCreated() {
            return created;
        }

        public void setCreated(LocalDateTime created) {
            this.created = created;
        }

        public BigDecimal getUnitPrice() {
            return unitPrice;
        }

        public void setUnitPrice(BigDecimal unitPrice) {
            this.unitPrice = unitPrice;
        }

        private List<Object> values() {
            return Arrays.asList(active, paid, name, created, unitPrice);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bean bean && values().equals(bean.values());
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(name);
        }
    }
}
