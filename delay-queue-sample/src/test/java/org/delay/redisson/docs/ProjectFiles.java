package org.delay.redisson.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The files of the project, from its root. Tests run in the directory of their module. */
final class ProjectFiles {

    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private ProjectFiles() {}

    /** Files whose path from the root satisfies the condition, in order; nothing that is built or hidden. */
    static List<Path> find(Predicate<String> path) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    String name = directory.getFileName().toString();
                    return !directory.equals(ROOT) && (name.startsWith(".") || name.equals("target"))
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (path.test(fromRoot(file))) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found.stream().sorted().toList();
    }

    /** Java sources: those of tests too, or only what users get. */
    static List<Path> javaSources(boolean withTests) {
        return find(path -> path.endsWith(".java") && (withTests || path.contains("/src/main/")));
    }

    static String fromRoot(Path file) {
        return ROOT.relativize(file).toString().replace('\\', '/');
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(String fromRoot) {
        return read(ROOT.resolve(fromRoot));
    }
}
