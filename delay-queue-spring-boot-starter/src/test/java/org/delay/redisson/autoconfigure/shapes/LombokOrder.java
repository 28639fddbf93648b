package org.delay.redisson.autoconfigure.shapes;

import java.math.BigDecimal;
import java.util.List;
import lombok.Value;

/** A message as applications with Lombok write it. */
@Value
public class LombokOrder {

    String id;
    BigDecimal price;
    boolean isVip;
    List<String> items;
}
