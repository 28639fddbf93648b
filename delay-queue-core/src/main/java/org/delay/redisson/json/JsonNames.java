package org.delay.redisson.json;

/** The names of properties in what fastjson2 writes, which has no blanks between its parts. */
final class JsonNames {

    private JsonNames() {}

    /** Whether each name is a text, as in JSON; not so in {@code {{"a":1}:2}}. */
    static boolean areTexts(String printed) {
        boolean isText = false;
        for (int i = 0; i < printed.length(); i++) {
            char c = printed.charAt(i);
            if (isText && c == '\\') {
                i++;
            } else if (c == '"') {
                isText = !isText;
            } else if (c == ':' && !isText && (i == 0 || printed.charAt(i - 1) != '"')) {
                return false;
            }
        }
        return true;
    }
}
