package org.delay.redisson.structure;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No file needs another one that needs it in return, so each can be read after those that it uses. */
class FileCyclesTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /**
     * The modules that are compiled: all of them if the build began at the root. The server is built beside this module, and its
     * classes are complete when those of its tests are begun.
     */
    static List<Path> modules() {
        try (Stream<Path> folders = Files.list(ROOT)) {
            return folders.filter(module -> Files.isDirectory(classes(module)))
                    .filter(module -> Files.isDirectory(module.resolve("target/test-classes")))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("modules")
    void filesAreFreeOfCycles(Path module) {
        JavaClasses types = ArchConfiguration.withThreadLocalScope(configuration -> {
            // Those of libraries are in no cycle, and reading them takes longer than all the rest.
            configuration.setResolveMissingDependenciesFromClassPath(false);
            return new ClassFileImporter().importPath(classes(module));
        });

        assertThat(types).isNotEmpty();
        slices().assignedFrom(new SourceFiles()).should().beFreeOfCycles().check(types);
    }

    private static Path classes(Path module) {
        return module.resolve("target/classes/org/delay/redisson");
    }

    /** A class and those that are nested in it are one file. */
    private static final class SourceFiles implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            JavaClass outermost = type;
            while (outermost.getEnclosingClass().isPresent()) {
                outermost = outermost.getEnclosingClass().get();
            }
            return outermost.getPackageName().startsWith("org.delay.redisson")
                    ? SliceIdentifier.of(outermost.getName())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "source files";
        }
    }
}
