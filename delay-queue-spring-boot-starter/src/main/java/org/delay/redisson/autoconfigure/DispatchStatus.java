package org.delay.redisson.autoconfigure;

import java.util.List;
import org.delay.redisson.engine.report.DestinationStatus;

/** What health asks about this application's dispatch. */
interface DispatchStatus {

    /** Whether this application dispatches just now. */
    boolean isRunning();

    /** Whether it delivers messages of a topic, when it does. */
    boolean serves(String topic);

    /** How its destinations are, if it does. */
    List<DestinationStatus> destinations();
}
