/** What docs/transactions.md shows of sends after the commit. */
package org.delay.redisson.examples.transactions;
