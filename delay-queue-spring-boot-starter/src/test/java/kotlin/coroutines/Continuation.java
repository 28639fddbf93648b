package kotlin.coroutines;

/** Stands in for Kotlin's, by its name: the last parameter of what Kotlin makes of a suspending function. */
public interface Continuation {}
