package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.delay.redisson.docs.Document.Title;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each page has a Chinese version that says the same: the same sections, code, names, tables, figures and links. {@link
 * DocumentsTest} checks code and links of both.
 */
class TranslationsTest {

    private static final Pattern TERM = Pattern.compile("(?m)^\\| ([a-z -]+) \\|");
    private static final Pattern TERM_IN_CHINESE = Pattern.compile("(?m)^\\| [^|]+ \\| ([a-z -]+) \\|");

    private static final Pattern COMMENT = Pattern.compile("(?m)^ *#.*$");

    /** A link to a page that exists in English only. */
    private static final Pattern IN_ENGLISH = Pattern.compile(
            "\\[[^\\]]+\\]\\((?!http)[^)]*(?:/adr/|benchmarks\\.md|reliability\\.md|simulation\\.md)[^)]*\\)(.{0,4})");

    static Stream<Translation> translations() {
        return Translation.all();
    }

    @Test
    void areComplete() {
        assertThat(Translation.present()).as("pages with a Chinese version").isEqualTo(Translation.wanted());
    }

    @ParameterizedTest
    @MethodSource("translations")
    void beginWithLinksToEachOther(Translation page) {
        assertThat(header(page.english())).isEqualTo("English | [中文](%s)", relative(page.english(), page.chinese()));
        assertThat(header(page.chinese())).isEqualTo("[English](%s) | 中文", relative(page.chinese(), page.english()));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void haveTheSameSections(Translation page) {
        assertThat(levels(page.chinese())).isEqualTo(levels(page.english()));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void showTheSameCode(Translation page) {
        assertThat(code(page.chinese())).isEqualTo(code(page.english()));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void nameTheSameThings(Translation page) {
        assertThat(new TreeSet<>(page.chinese().words()))
                .isEqualTo(new TreeSet<>(page.english().words()));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void haveTheSameTables(Translation page) {
        assertThat(tables(page.chinese())).isEqualTo(tables(page.english()));
    }

    @Test
    void explainTheSameTerms() {
        assertThat(terms(TERM_IN_CHINESE, "docs/zh-CN/glossary.md")).isEqualTo(terms(TERM, "docs/glossary.md"));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void tellTheSameFigures(Translation page) {
        assertThat(Facts.figures(page.chinese())).isEqualTo(Facts.figures(page.english()));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void leadToTheSamePlaces(Translation page) {
        List<String> expected = new ArrayList<>();
        for (String link : page.english().links()) {
            String target = target(page.english(), link);
            if (!target.equals(page.chinese().path())) {
                expected.add(Translation.inChinese(target) + section(page.english(), link));
            }
        }
        List<String> actual = new ArrayList<>();
        for (String link : page.chinese().links()) {
            String target = target(page.chinese(), link);
            if (!target.equals(page.english().path())) {
                actual.add(target + section(page.chinese(), link));
            }
        }
        assertThat(actual).containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @MethodSource("translations")
    void sayWhichPagesAreInEnglish(Translation page) {
        assertThat(IN_ENGLISH.matcher(ProjectFiles.read(page.chinese().path())).results())
                .allSatisfy(link -> assertThat(link.group(1)).as(link.group()).contains("英文"));
    }

    /** Rows in their order, except for those of the glossary, which each language sorts in its own way. */
    private static List<List<List<String>>> tables(Document document) {
        List<List<List<String>>> tables = Facts.tables(document);
        return document.path().endsWith("/glossary.md")
                ? tables.stream().map(TranslationsTest::sorted).toList()
                : tables;
    }

    private static List<List<String>> sorted(List<List<String>> rows) {
        return rows.stream().sorted(Comparator.comparing(List::toString)).toList();
    }

    private static Set<String> terms(Pattern pattern, String glossary) {
        Set<String> terms = new TreeSet<>();
        pattern.matcher(ProjectFiles.read(glossary)).results().forEach(found -> terms.add(found.group(1)));
        terms.remove("term");
        return terms;
    }

    private static List<Integer> levels(Document document) {
        return document.headings().stream().map(Title::level).toList();
    }

    private static List<String> code(Document document) {
        return document.blocks().stream()
                .map(block -> block.mark() + block.language() + "\n"
                        + COMMENT.matcher(block.text()).replaceAll(""))
                .toList();
    }

    /** The line below the title. */
    private static String header(Document document) {
        return ProjectFiles.read(document.path()).lines().toList().get(2);
    }

    private static String relative(Document from, Document to) {
        Path file = Path.of(from.path());
        Path directory = file.getParent() == null ? Path.of("") : file.getParent();
        return directory.relativize(Path.of(to.path())).toString().replace('\\', '/');
    }

    /** The file that a link leads to, from the root, or the address. */
    private static String target(Document document, String link) {
        if (link.contains("://")) {
            return link;
        }
        String file = link.replaceFirst("#.*", "");
        return file.isEmpty() ? document.path() : ProjectFiles.fromRoot(path(document, file));
    }

    /** The number of the heading that a link names, which is the same in all languages. */
    private static String section(Document document, String link) {
        if (link.contains("://") || !link.contains("#")) {
            return "";
        }
        String anchor = link.substring(link.indexOf('#') + 1);
        return "#" + List.copyOf(Document.of(target(document, link)).anchors()).indexOf(anchor);
    }

    private static Path path(Document document, String file) {
        return ProjectFiles.ROOT.resolve(document.path()).resolveSibling(file).normalize();
    }
}
