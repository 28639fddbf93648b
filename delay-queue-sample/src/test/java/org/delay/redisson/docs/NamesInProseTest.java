package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What sentences and tables name as code is there: properties, tests, types of the library and their methods. */
class NamesInProseTest {

    private static final Pattern PROPERTY = Pattern.compile("(delay\\.redisson\\.[a-z.-]*[a-z])(=.*)?");
    private static final Pattern TEST = Pattern.compile("[A-Z]\\w*Test");
    private static final Pattern MEMBER = Pattern.compile("([A-Z]\\w+)\\.(\\w+)(\\(.*\\))?");

    @TestFactory
    Stream<DynamicTest> areThere() {
        Metadata metadata = Metadata.onClassPath();
        Map<String, List<Path>> sources = ProjectFiles.javaSources(true).stream()
                .collect(Collectors.groupingBy(
                        file -> file.getFileName().toString().replace(".java", "")));
        return Document.all().stream()
                .map(document -> dynamicTest(
                        document.path(), () -> document.words().forEach(word -> check(word, metadata, sources))));
    }

    private static void check(String word, Metadata metadata, Map<String, List<Path>> sources) {
        Matcher property = PROPERTY.matcher(word);
        if (property.matches()) {
            assertThat(metadata.knows(property.group(1)) || metadata.isGroup(property.group(1)))
                    .as("property %s", word)
                    .isTrue();
        }
        if (TEST.matcher(word).matches()) {
            assertThat(sources).as("test").containsKey(word);
        }
        Matcher member = MEMBER.matcher(word);
        if (member.matches() && sources.containsKey(member.group(1))) {
            assertThat(sources.get(member.group(1)))
                    .as(word)
                    .anySatisfy(file ->
                            assertThat(ProjectFiles.read(file)).containsPattern("\\b" + member.group(2) + "\\b"));
        }
    }
}
