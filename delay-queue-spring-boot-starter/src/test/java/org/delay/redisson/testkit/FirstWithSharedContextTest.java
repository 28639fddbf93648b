package org.delay.redisson.testkit;

/** One of two that share a context. */
class FirstWithSharedContextTest extends SharedContext {}
