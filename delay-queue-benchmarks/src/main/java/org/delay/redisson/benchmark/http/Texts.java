package org.delay.redisson.benchmark.http;

import java.util.ArrayList;
import java.util.List;

/** Finds values in answers whose values have no quotes: reading JSON would cost more than the servers' own part. */
final class Texts {

    private Texts() {}

    /** What is between each occurrence of the beginning and the next quote. */
    static List<String> after(String beginning, String text) {
        List<String> found = new ArrayList<>();
        for (int at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at)) {
            int end = text.indexOf('"', at + beginning.length());
            found.add(text.substring(at + beginning.length(), end));
            at = end;
        }
        return found;
    }
}
