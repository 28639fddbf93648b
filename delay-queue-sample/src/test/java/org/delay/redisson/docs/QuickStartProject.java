package org.delay.redisson.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** An empty project, into which a reader has copied the blocks of a README. */
final class QuickStartProject {

    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public )?class (\\w+)");

    /** What the tests have on their class path, and the project only if it depends on the starter. */
    private static final Map<String, Pattern> BY_STARTER = Map.of(
            "spring-boot-starter-jackson", Pattern.compile("jackson"),
            "spring-boot-starter-kafka", Pattern.compile("kafka"),
            "spring-boot-starter-amqp", Pattern.compile("amqp|rabbit"),
            "spring-boot-starter-jdbc", Pattern.compile("jdbc|h2|Hikari"),
            "spring-boot-starter-security", Pattern.compile("security"),
            "spring-boot-starter-webmvc", Pattern.compile("tomcat|web|servlet|http-converter"),
            "spring-boot-starter-validation", Pattern.compile("validat"));

    /** What only the sample and its tests use. */
    private static final Pattern OF_SAMPLE = Pattern.compile(
            "delay-queue-(sample|test|tck|http|dashboard|journal|benchmarks)/|junit|javafx|-test-|archunit|assertj");

    private final Path directory;
    private final List<Block> blocks;
    private String pom = "";

    QuickStartProject(String readme, Path directory) {
        this.directory = directory;
        this.blocks = Document.of(readme).blocks();
    }

    /** Steps 1 to 4. */
    QuickStartProject copySteps() throws IOException {
        pom = block("xml", 0);
        write("src/main/resources/application.properties", block("properties", 0));
        writeJava(block("java", 0));
        writeJava(block("java", 1));
        return this;
    }

    /** The section about Kafka, after the steps: it adds to two files, and replaces the third. */
    QuickStartProject copyKafka() throws IOException {
        pom += block("xml", 1);
        write("src/main/resources/application.properties", block("properties", 0) + block("properties", 1));
        writeJava(block("java", 2));
        return this;
    }

    void compile() throws IOException {
        Path sources = directory.resolve("src/main/java");
        List<String> arguments = new ArrayList<>(List.of("-parameters", "-proc:none", "-cp", classPath()));
        arguments.addAll(List.of("-d", directory.resolve("target/classes").toString()));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .as("exit code of javac, which said why on the standard error stream")
                .isZero();
    }

    /** Runs the application, with these arguments, in a JVM of its own. */
    Process start(Path output, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-XX:"))
                .forEach(command::add);
        command.addAll(List.of("-cp", runtimeClassPath(), "com.example.shop.ShopApplication"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private String runtimeClassPath() {
        return Stream.of(
                        directory.resolve("target/classes").toString(),
                        directory.resolve("src/main/resources").toString(),
                        classPath())
                .collect(joining(File.pathSeparator));
    }

    private String classPath() {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(this::isDependency)
                .collect(joining(File.pathSeparator));
    }

    private boolean isDependency(String entry) {
        String path = entry.replace('\\', '/');
        String name = path.endsWith(".jar") ? path.substring(path.lastIndexOf('/') + 1) : "";
        return !OF_SAMPLE.matcher(path).find()
                && BY_STARTER.entrySet().stream()
                        .filter(starter -> starter.getValue().matcher(name).find())
                        .allMatch(starter -> pom.contains("<artifactId>" + starter.getKey() + "<"));
    }

    private String block(String language, int number) {
        return blocks.stream()
                .filter(block -> block.language().equals(language))
                .toList()
                .get(number)
                .text();
    }

    private void writeJava(String source) throws IOException {
        Matcher type = TYPE.matcher(source);
        assertThat(type.find()).as(source).isTrue();
        write("src/main/java/com/example/shop/" + requireNonNull(type.group(1)) + ".java", source);
    }

    private void write(String path, String text) throws IOException {
        Path file = directory.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, UTF_8);
    }
}
