/** What docs/listener.md and docs/testing.md show: each code block of theirs is an excerpt of a file below here. */
package org.delay.redisson.examples;
