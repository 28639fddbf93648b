package org.delay.redisson.sample;

import java.math.BigDecimal;

/** What somebody has ordered. */
record Order(String id, String item, BigDecimal price) {}
