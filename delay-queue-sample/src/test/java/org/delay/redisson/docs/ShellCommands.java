package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A block of commands for a person's shell: which modules, tests, files and properties they name must be there. */
final class ShellCommands implements BlockChecker {

    private static final List<String> PROGRAMS = List.of("mvn", "git", "docker", "curl", "redis-cli");
    private static final Pattern MODULE = Pattern.compile("-pl ([\\w,-]+)");
    private static final Pattern TEST = Pattern.compile("-Dtest='?([\\w.,*]+)");
    private static final Pattern FILE = Pattern.compile("(?:^| )-f ([\\w./-]+)");
    private static final Pattern OURS = Pattern.compile("--(delay\\.redisson\\.[\\w.-]+)=");

    private final Metadata metadata;

    ShellCommands(Metadata metadata) {
        this.metadata = metadata;
    }

    @Override
    public void check(Block block) {
        for (String command : block.text().replace("\\\n", " ").lines().toList()) {
            if (!command.isBlank() && !command.startsWith("#")) {
                check(command.strip(), block.place());
            }
        }
    }

    private void check(String command, String place) {
        assertThat(PROGRAMS).as("%s: %s", place, command).anyMatch(program -> command.startsWith(program + " "));
        named(MODULE, command)
                .forEach(module -> assertThat(ProjectFiles.ROOT.resolve(module + "/pom.xml"))
                        .as(place)
                        .exists());
        named(TEST, command)
                .forEach(test -> assertThat(ProjectFiles.find(path -> isTest(path, test)))
                        .as("%s: test %s", place, test)
                        .isNotEmpty());
        named(FILE, command)
                .forEach(file -> assertThat(Files.exists(ProjectFiles.ROOT.resolve(file)))
                        .as("%s: file %s", place, file)
                        .isTrue());
        named(OURS, command)
                .forEach(property -> assertThat(metadata.knows(property))
                        .as("%s: property %s", place, property)
                        .isTrue());
    }

    private static boolean isTest(String path, String name) {
        String pattern = name.replace(".", "/").replace("*", "\\w*");
        return path.contains("/src/test/java/") && path.matches(".*/" + pattern + "\\.java");
    }

    private static List<String> named(Pattern pattern, String command) {
        return pattern.matcher(command)
                .results()
                .map((MatchResult found) -> found.group(1))
                .flatMap(Pattern.compile(",")::splitAsStream)
                .toList();
    }
}
