package org.delay.redisson.system;

import java.util.List;

/** Tests that measure do so with {@code -Dmeasure}. Without it they are small, and check only what they count. */
final class Measuring {

    private static final boolean WANTED = System.getProperty("measure") != null;

    private Measuring() {}

    static int size(int measured, int small) {
        return WANTED ? measured : small;
    }

    /** Options of a JVM as in production, or of one that is quick to start. */
    static List<String> jvm() {
        return WANTED ? List.of() : ChildJvm.QUICK;
    }
}
