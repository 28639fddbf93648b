package org.delay.redisson.autoconfigure.shapes;

import java.math.BigDecimal;
import lombok.Value;

/** As {@link LombokOrder}, without a name that begins with "is". */
@Value
public class LombokPlain {

    String id;
    BigDecimal price;
    boolean vip;
}
