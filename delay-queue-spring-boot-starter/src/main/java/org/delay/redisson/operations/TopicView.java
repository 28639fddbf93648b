package org.delay.redisson.operations;

import org.delay.redisson.DelayQueueMessage.Counts;

/** A topic as it is shown. */
public record TopicView(String topic, Counts counts, boolean paused) {}
