package org.delay.redisson.examples;

import java.math.BigDecimal;

public record Order(String id, BigDecimal total) {}
