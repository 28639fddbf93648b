/**
 * Whether messages of a topic may be claimed now. {@link org.delay.redisson.engine.admission.Admissions} asks the gates in the
 * order in which {@link org.delay.redisson.engine.admission.AdmissionsBuilder} lists them;
 * {@link org.delay.redisson.engine.admission.DeliveryFeedback} tells them what became of deliveries.
 */
@NullMarked
package org.delay.redisson.engine.admission;

import org.jspecify.annotations.NullMarked;
