/** Tests as applications write them. */
package org.delay.redisson.examples.testing;
