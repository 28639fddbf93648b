package org.delay.redisson.operations;

/** The caller lacks a permission. Nothing was read or done, and whether the topic exists is not disclosed. */
public final class AccessDenied extends RuntimeException {

    AccessDenied(Permission permission, String topic) {
        super("The caller lacks the permission " + permission + " for topic " + topic);
    }
}
