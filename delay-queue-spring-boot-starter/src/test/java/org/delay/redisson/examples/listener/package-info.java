/** Listener methods as applications write them. */
package org.delay.redisson.examples.listener;
