package org.delay.redisson.journal.jdbc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A part of the contract of stores, which runs on each database. A call that waits for a lock that a test holds runs into the timeout. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass
@MethodSource("org.delay.redisson.journal.jdbc.TestDatabase#available")
@Timeout(300)
@interface StoreTest {}
