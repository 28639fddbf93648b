/** What a network does to those who talk over it. */
package org.delay.redisson.network;
