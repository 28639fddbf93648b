package org.delay.redisson.benchmark.result;

import java.util.Locale;

/** The unit of a number. */
public enum Unit {
    PER_SECOND("/s", true),
    MILLISECONDS("ms", false),
    BYTES("bytes", false),
    PERCENT("%", false),
    COUNT("", false);

    private static final double SMALL = 100;

    private final String symbol;
    private final boolean moreIsBetter;

    Unit(String symbol, boolean moreIsBetter) {
        this.symbol = symbol;
        this.moreIsBetter = moreIsBetter;
    }

    public String symbol() {
        return symbol;
    }

    public boolean moreIsBetter() {
        return moreIsBetter;
    }

    /** A value as people read it: three digits or more, and the symbol. */
    public String text(double value) {
        return switch (this) {
            case PER_SECOND -> number(value) + symbol;
            case COUNT -> number(value);
            default -> number(value) + " " + symbol;
        };
    }

    /** As {@link #text}, without the symbol. */
    public String number(double value) {
        if (value >= SMALL || value == Math.rint(value)) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, value < 1 ? "%.3f" : "%.2f", value);
    }
}
