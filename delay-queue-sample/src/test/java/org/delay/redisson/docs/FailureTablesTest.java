package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each row of the documents' tables of what can fail names, in its last cell, the tests that hold it. {@link TranslationsTest}
 * says that the Chinese pages name the same.
 */
class FailureTablesTest {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private static final Pattern TEST_METHOD =
            Pattern.compile("@(Test|ParameterizedTest|TestFactory|Property|ArchTest)\\b");

    /** A row, whose last cell names tests. */
    private record Row(String what, String tests) {

        List<MatchResult> named() {
            return CODE.matcher(tests).results().toList();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "docs/guarantees.md, | failure | effect on messages | test |",
        "docs/architecture.md, | failure | effect on messages | test |"
    })
    void nameTheTestThatHoldsEachRow(String document, String header) {
        Map<String, String> tests = tests();
        List<Row> rows = rows(document, header);
        assertThat(rows).as("rows of %s", document).isNotEmpty();
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.named()).as(row.what()).isNotEmpty();
            for (MatchResult named : row.named()) {
                assertThat(tests).as(row.what()).containsKey(named.group(1));
                assertThat(tests.get(named.group(1))).as(named.group(1)).containsPattern(TEST_METHOD);
            }
        });
    }

    private static List<Row> rows(String document, String header) {
        return ProjectFiles.read(document)
                .lines()
                .dropWhile(line -> !line.equals(header))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("(?<!\\\\)\\|"))
                .map(cells -> new Row(cells[1].strip(), cells[cells.length - 1].strip()))
                .toList();
    }

    private static Map<String, String> tests() {
        return ProjectFiles.find(path -> path.endsWith("Test.java") || path.endsWith("Contract.java")).stream()
                .collect(Collectors.toMap(
                        file -> file.getFileName().toString().replace(".java", ""),
                        ProjectFiles::read,
                        (one, other) -> one + other));
    }
}
