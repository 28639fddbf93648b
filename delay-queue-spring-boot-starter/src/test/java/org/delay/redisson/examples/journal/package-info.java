/** The journal, as docs/journal.md shows it. */
package org.delay.redisson.examples.journal;
