package org.delay.redisson.kafka;

import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;

/**
 * The findings after a send. They decide what the failures of the records mean, because Kafka's client reports most of them as
 * time-outs.
 *
 * @param deleted Kafka's response that the topic is gone, if that explains why records timed out
 * @param unauthorized whether Kafka told another batch that the application may not write to the topic
 * @param responding whether Kafka responded recently. The client keeps repeating what it last heard about a topic.
 * @param replaced whether the producer was closed meanwhile
 * @param replacedByAnother whether its client was broken, and another call had replaced it when that was noticed
 */
record SendDiagnosis(
        @Nullable Exception deleted,
        boolean unauthorized,
        boolean responding,
        boolean replaced,
        boolean replacedByAnother) {

    static final SendDiagnosis NONE = new SendDiagnosis(null, false, true, false, false);

    /** The actual failure of a record that was not accepted. */
    Exception causeOfNotAccepted(String topic, Exception failure) {
        return unauthorized && KafkaErrors.isTimeout(failure)
                ? new TopicAuthorizationException(topic)
                : causeOfNotConfirmed(failure);
    }

    /** The actual failure of a record that was accepted and not confirmed. */
    Exception causeOfNotConfirmed(Exception failure) {
        if (!KafkaErrors.isTimeout(failure)) {
            return failure;
        }
        if (!responding && KafkaErrors.topicError(failure) != null) {
            return new TimeoutException(failure.getMessage());
        }
        return deleted == null ? failure : deleted;
    }
}
