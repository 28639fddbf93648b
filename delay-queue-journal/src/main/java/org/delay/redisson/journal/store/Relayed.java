package org.delay.redisson.journal.store;

/** Redis has, or has removed, this revision or a higher one. */
public record Relayed(MessageRevision revision, Placement placement) {}
