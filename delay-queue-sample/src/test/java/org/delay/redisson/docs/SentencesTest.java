package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * One idea a sentence: in guides and in the Javadoc of public types, nothing between two full stops, colons or semicolons has more
 * than 25 words. A piece of code is one word. Chinese has no words to count.
 */
class SentencesTest {

    private static final int MOST_WORDS = 25;

    /** Decisions tell how it came about; reports of long runs are written by programs. */
    private static final Pattern OTHER_DOCUMENTS =
            Pattern.compile("docs/(adr|zh-CN)/.*|.*\\.zh-CN\\.md|docs/(reliability|simulation)\\.md");

    private static final Pattern PUBLISHED =
            Pattern.compile("delay-queue-(core|test|spring-boot-starter|journal|http|dashboard)/src/main/java/.*");

    private static final Pattern PUBLIC_TYPE = Pattern.compile("(?m)^public ");
    private static final Pattern JAVADOC = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");
    private static final Pattern PARAGRAPH = Pattern.compile("\\n\\s*\\n|<p>|<li>|\\n@\\w+ |\\n@\\w+\\n");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```$|<!--.*?-->|^#.*?$");
    private static final Pattern CODE = Pattern.compile("`[^`]+`");
    private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)\\]\\([^)]*\\)");
    private static final Pattern PART = Pattern.compile("\\n\\s*\\n|\\||\\n *(?:-|\\d+\\.) ");
    private static final Pattern SENTENCE = Pattern.compile("(?<=[.!?:;])[)\"”*]*\\s+");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}][^\\s()]*");

    @TestFactory
    Stream<DynamicTest> ofGuidesAreShort() {
        return Document.all().stream()
                .map(Document::path)
                .filter(path -> !OTHER_DOCUMENTS.matcher(path).matches())
                .map(path ->
                        dynamicTest(path, () -> assertThat(tooLong(prose(path))).isEmpty()));
    }

    @TestFactory
    Stream<DynamicTest> ofPublicJavadocAreShort() {
        return ProjectFiles.javaSources(false).stream()
                .filter(SentencesTest::isPublic)
                .map(file -> dynamicTest(
                        ProjectFiles.fromRoot(file),
                        () -> assertThat(tooLong(javadoc(file))).isEmpty()));
    }

    private static boolean isPublic(Path file) {
        return PUBLISHED.matcher(ProjectFiles.fromRoot(file)).matches()
                && PUBLIC_TYPE.matcher(ProjectFiles.read(file)).find();
    }

    private static List<String> tooLong(List<String> texts) {
        return texts.stream()
                .flatMap(SENTENCE::splitAsStream)
                .filter(sentence -> WORD.matcher(sentence).results().count() > MOST_WORDS)
                .toList();
    }

    private static List<String> javadoc(Path file) {
        return JAVADOC.matcher(ProjectFiles.read(file))
                .results()
                .map(comment -> comment.group(1)
                        .replaceAll("(?m)^\\s*\\* ?", "")
                        .replaceAll("(?s)<pre>.*?</pre>", "")
                        .replaceAll("\\{@(link|linkplain|code|value|literal) [^}]*\\}", "code")
                        .replaceAll("\\{@value\\}", "code")
                        .replaceAll("</?[a-z]+>", " "))
                .flatMap(PARAGRAPH::splitAsStream)
                .toList();
    }

    /** Paragraphs, items and cells. */
    private static List<String> prose(String path) {
        String text = BLOCK.matcher(ProjectFiles.read(path)).replaceAll("\n\n");
        text = LINK.matcher(CODE.matcher(text).replaceAll("code")).replaceAll("$1");
        return PART.splitAsStream(text).toList();
    }
}
