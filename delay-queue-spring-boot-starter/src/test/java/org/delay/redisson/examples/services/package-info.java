/** An application with a second service. */
package org.delay.redisson.examples.services;
