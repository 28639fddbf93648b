package org.delay.redisson.journal.store;

/** A message to be recorded. */
public record Send(JournalMessage message, OnWaiting onWaiting) {}
