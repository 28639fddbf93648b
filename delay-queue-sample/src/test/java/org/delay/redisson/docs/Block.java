package org.delay.redisson.docs;

/**
 * A code block of a document.
 *
 * @param document path from the root
 * @param line where it begins
 * @param language what is said after the fence; empty if nothing is
 * @param mark the HTML comment right before it, or empty
 */
record Block(String document, int line, String language, String text, String mark) {

    /** Where it is, as an IDE takes it. */
    String place() {
        return document + ":" + line;
    }
}
