package org.delay.redisson.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Tables and figures, which are the same whatever the language. */
final class Facts {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern CODE = Pattern.compile("`[^`]+`");
    private static final Pattern DESTINATION = Pattern.compile("\\]\\([^)]*\\)");
    private static final Pattern FIGURE = Pattern.compile("\\d+(?:[.,]\\d+)*");
    private static final Pattern MONTH = Pattern.compile("\\d+ 月");

    private Facts() {}

    /** Each table as the code in each of its rows, sorted. */
    static List<List<List<String>>> tables(Document document) {
        List<List<List<String>>> tables = new ArrayList<>();
        boolean inside = false;
        for (String line : prose(document).lines().toList()) {
            boolean row = line.startsWith("|");
            if (row && !inside) {
                tables.add(new ArrayList<>());
            }
            if (row) {
                tables.get(tables.size() - 1)
                        .add(all(CODE, line).stream().sorted().toList());
            }
            inside = row;
        }
        return tables;
    }

    /** Numbers in digits, outside of code, but for months, which are words in English. */
    static Set<String> figures(Document document) {
        String text = CODE.matcher(prose(document)).replaceAll("");
        text = DESTINATION.matcher(text).replaceAll("]");
        return new TreeSet<>(all(FIGURE, MONTH.matcher(text).replaceAll("")));
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).toList();
    }

    private static String prose(Document document) {
        return BLOCK.matcher(ProjectFiles.read(document.path())).replaceAll("");
    }
}
