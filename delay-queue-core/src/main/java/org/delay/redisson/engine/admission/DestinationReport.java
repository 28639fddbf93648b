package org.delay.redisson.engine.admission;

import java.time.Duration;
import org.delay.redisson.engine.report.DestinationStatus;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.ErrorText;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.engine.report.TopicWarning;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/** Tells people and listeners how one destination is. Used by many threads. */
final class DestinationReport {

    /** Since when it is unavailable, and why. */
    private record Unavailability(long since, String reason) {}

    private final String name;
    private final Ticker ticker;
    private final DispatchListener listener;
    private final Outage outage;
    private final TopicWarning warning;
    private volatile @Nullable Unavailability unavailability;

    DestinationReport(String name, Ticker ticker, DispatchListener listener) {
        this.name = name;
        this.ticker = ticker;
        this.listener = listener;
        this.outage = new Outage(
                ticker,
                "Destination " + name
                        + " is unavailable. Its messages wait without using up attempts. One topic at a time"
                        + " is tried",
                "Destination " + name + " is available again");
        this.warning = new TopicWarning(
                ticker,
                "Topic {} can't be delivered, though other topics of destination " + name
                        + " can. Its messages wait without using up attempts. Retrying: {}",
                "{} of destination " + name + " can't be delivered, for example {}. Their messages wait");
    }

    /** @param waitingTopics how many topics wait */
    DestinationStatus status(int waitingTopics) {
        Unavailability now = unavailability;
        return now == null
                ? new DestinationStatus(name, null, "", waitingTopics)
                : new DestinationStatus(
                        name, Duration.ofNanos(ticker.nanos() - now.since()), now.reason(), waitingTopics);
    }

    /** None of its topics can be delivered. */
    void unavailable(Throwable cause) {
        unavailability = new Unavailability(ticker.nanos(), ErrorText.line(cause, ""));
        outage.failed(cause);
        listener.destinationUnavailable(name, cause);
    }

    /**
     * It has answered.
     *
     * @param wasUnavailable whether none of its topics could be delivered before
     */
    void answered(boolean wasUnavailable) {
        outage.worked();
        if (wasUnavailable) {
            unavailability = null;
            listener.destinationAvailable(name);
        }
    }

    /** A topic can't be delivered, though others can. */
    void topicUnavailable(String topic, Throwable cause) {
        warning.tell(topic, ErrorText.line(cause, ""));
    }
}
