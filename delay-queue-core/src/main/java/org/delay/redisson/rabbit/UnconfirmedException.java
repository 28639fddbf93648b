package org.delay.redisson.rabbit;

/** The broker has not confirmed in time, though it answers: what is wrong is a matter of the address. */
final class UnconfirmedException extends Exception {

    private static final long serialVersionUID = 1;
}
