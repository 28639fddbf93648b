package org.delay.redisson;

/**
 * The result of deleting a topic.
 *
 * @param deleted false if the topic was not empty, so nothing was deleted
 * @param due the number of waiting messages that were deleted or, if {@code deleted} is false, prevented the deletion
 * @param leased the same for messages under delivery
 * @param dead the same for dead letters
 */
public record TopicDeletion(boolean deleted, long due, long leased, long dead) {}
