package org.delay.redisson.autoconfigure.shapes;

import java.util.Objects;

/** What Kotlin compiles {@code data class KotlinOrder(val id: String, val isVip: Boolean)} to. */
public final class KotlinOrder {

    private final String id;
    private final boolean isVip;

    public KotlinOrder(String id, boolean isVip) {
        this.id = id;
        this.isVip = isVip;
    }

    public String getId() {
        return id;
    }

    public boolean isVip() {
        return isVip;
    }

    public String component1() {
        return id;
    }

    public boolean component2() {
        return isVip;
    }

    public KotlinOrder copy(String id, boolean isVip) {
        return new KotlinOrder(id, isVip);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KotlinOrder order && id.equals(order.id) && isVip == order.isVip;
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, isVip);
    }

    @Override
    public String toString() {
        return "KotlinOrder(id=" + id + ", isVip=" + isVip + ")";
    }
}
