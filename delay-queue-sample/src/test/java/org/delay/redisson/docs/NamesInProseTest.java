package org.delay.redisson.docs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
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

    /** A switch of the build. */
    private static final Pattern SWITCH = Pattern.compile(".* -D(delay-queue\\.[a-z-]+)=.*");

    private static final Pattern MEMBER = Pattern.compile("([A-Z]\\w+)\\.(\\w+)(\\(.*\\))?");

    /** A type, method or variable of Java, by its humps. */
    private static final Pattern HUMPS = Pattern.compile("@?((?:[a-z]+|[A-Z][a-z]+)(?:[A-Z][a-z]+)+)(\\(.*\\))?");

    /** Decisions tell of what was there, or was tried. */
    private static final String HISTORY = "docs/adr/";

    private static final Pattern SUPERTYPE = Pattern.compile("\\b[A-Z]\\w+");

    private static final Pattern IDENTIFIER = Pattern.compile("\\w+");

    @TestFactory
    Stream<DynamicTest> areThere() {
        Metadata metadata = Metadata.onClassPath();
        Map<String, List<Path>> sources = ProjectFiles.javaSources(true).stream()
                .collect(Collectors.groupingBy(
                        file -> file.getFileName().toString().replace(".java", "")));
        Set<String> identifiers = identifiers();
        return Document.all().stream()
                .map(document -> dynamicTest(document.path(), () -> {
                    document.words().forEach(word -> check(word, metadata, sources));
                    if (!document.path().startsWith(HISTORY)) {
                        assertThat(identifiers).as("names in sources").containsAll(humps(document));
                    }
                }));
    }

    private static List<String> humps(Document document) {
        return document.words().stream()
                .map(HUMPS::matcher)
                .filter(Matcher::matches)
                .map(word -> word.group(1))
                .toList();
    }

    private static Set<String> identifiers() {
        Set<String> identifiers = new HashSet<>();
        ProjectFiles.javaSources(true)
                .forEach(file -> IDENTIFIER
                        .matcher(ProjectFiles.read(file))
                        .results()
                        .forEach(found -> identifiers.add(found.group())));
        return identifiers;
    }

    private static void check(String word, Metadata metadata, Map<String, List<Path>> sources) {
        Matcher property = PROPERTY.matcher(word);
        if (property.matches()) {
            assertThat(metadata.knows(property.group(1)) || metadata.isGroup(property.group(1)))
                    .as("property %s", word)
                    .isTrue();
        }
        Matcher buildSwitch = SWITCH.matcher(word);
        if (buildSwitch.matches()) {
            assertThat(ProjectFiles.read(ProjectFiles.ROOT.resolve("pom.xml")))
                    .as(word)
                    .contains("<" + buildSwitch.group(1) + "/>");
        }
        if (TEST.matcher(word).matches()) {
            assertThat(sources).as("test").containsKey(word);
        }
        Matcher member = MEMBER.matcher(word);
        if (member.matches() && sources.containsKey(member.group(1))) {
            assertThat(withSupertypes(member.group(1), sources))
                    .as(word)
                    .anySatisfy(source -> assertThat(source).containsPattern("\\b" + member.group(2) + "\\b"));
        }
    }

    /** The sources of a type and of the project's types that it inherits from. */
    private static List<String> withSupertypes(String type, Map<String, List<Path>> sources) {
        List<String> found = new ArrayList<>();
        for (Path file : sources.getOrDefault(type, List.of())) {
            String source = ProjectFiles.read(file);
            found.add(source);
            Matcher declaration = Pattern.compile("(?:class|interface|record) " + type + "\\b([^{]*)\\{")
                    .matcher(source);
            if (declaration.find()) {
                SUPERTYPE
                        .matcher(requireNonNull(declaration.group(1)))
                        .results()
                        .map(MatchResult::group)
                        .filter(name -> !name.equals(type))
                        .forEach(name -> found.addAll(withSupertypes(name, sources)));
            }
        }
        return found;
    }
}
