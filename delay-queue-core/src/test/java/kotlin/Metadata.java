package kotlin;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands in for Kotlin's, by its name: Kotlin puts it on each class that it compiles. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Metadata {}
