package org.delay.redisson.benchmark.result;

/** A figure of one subject. */
public record Quantity(Figure figure, String subject) {}
