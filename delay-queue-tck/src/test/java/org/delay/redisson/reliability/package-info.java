/**
 * The reliability programme: what is done to the library and its servers, what went in and came out by ledgers that survive
 * whoever writes them, and the page that tells of it.
 */
package org.delay.redisson.reliability;
