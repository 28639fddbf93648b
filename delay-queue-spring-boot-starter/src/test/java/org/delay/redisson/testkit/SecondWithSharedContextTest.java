package org.delay.redisson.testkit;

/** One of two that share a context. */
class SecondWithSharedContextTest extends SharedContext {}
