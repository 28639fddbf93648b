package org.delay.redisson.engine;

import org.delay.redisson.engine.admission.Admission.Granted;

/**
 * Messages that were claimed.
 *
 * @param granted to be released when they are handled
 */
record GrantedClaim(AnsweredClaim answer, Granted granted) {}
