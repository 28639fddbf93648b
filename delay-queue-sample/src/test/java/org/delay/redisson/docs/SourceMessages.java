package org.delay.redisson.docs;

import static java.util.stream.Collectors.joining;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The texts in sources, as patterns: what is put in at run time may be anything. Documents that quote a message are checked
 * against them.
 *
 * @param all every text
 * @param told warnings, errors, and what keeps an application from starting
 */
record SourceMessages(List<Message> all, List<Message> told) {

    /** So much of a message must be fixed, or it would allow everything. */
    private static final int FIXED_LETTERS = 8;

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{}|%[.0-9]*[a-z]");

    /**
     * A text.
     *
     * @param text with placeholders, for people
     */
    record Message(String text, Pattern pattern) {

        static Message of(String text) {
            String pattern = PLACEHOLDER
                    .splitAsStream(text)
                    .map(part -> part.isEmpty() ? "" : Pattern.quote(part))
                    .collect(joining(".*"));
            return new Message(text, Pattern.compile(text.endsWith("{}") ? pattern + ".*" : pattern));
        }

        boolean allows(String line) {
            return pattern.matcher(line).matches();
        }

        private boolean isFixedEnough() {
            return PLACEHOLDER
                            .matcher(text)
                            .replaceAll("")
                            .chars()
                            .filter(Character::isLetter)
                            .count()
                    >= FIXED_LETTERS;
        }
    }

    static SourceMessages inSources() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            Collector collector = new Collector();
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    files,
                    null,
                    List.of("-proc:none"),
                    null,
                    files.getJavaFileObjectsFromPaths(ProjectFiles.javaSources(false)));
            for (CompilationUnitTree unit : task.parse()) {
                collector.isLibrary = isLibrary(Path.of(unit.getSourceFile().toUri()));
                unit.accept(collector, null);
            }
            return new SourceMessages(List.copyOf(collector.all), List.copyOf(collector.told));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean allow(String line) {
        return all.stream().anyMatch(message -> message.allows(line));
    }

    private static boolean isLibrary(Path source) {
        String path = ProjectFiles.fromRoot(source);
        return path.startsWith("delay-queue-core/") || path.startsWith("delay-queue-spring-boot-starter/");
    }

    private static final class Collector extends TreeScanner<Void, Void> {

        private static final String ANY = "{}";

        /** What is wrong, and what to do. */
        private static final String AT_START = "CannotStartException";

        private final List<Message> all = new ArrayList<>();
        private final List<Message> told = new ArrayList<>();
        private boolean isLibrary;

        @Override
        public Void visitBinary(BinaryTree sum, Void unused) {
            if (sum.getKind() != Kind.PLUS) {
                return super.visitBinary(sum, null);
            }
            add(text(sum), all);
            visitPart(sum.getLeftOperand());
            visitPart(sum.getRightOperand());
            return null;
        }

        /** The parts of a sum are no texts of their own, but there may be texts in what is called in them. */
        private void visitPart(ExpressionTree part) {
            if (part instanceof BinaryTree sum && sum.getKind() == Kind.PLUS) {
                visitPart(sum.getLeftOperand());
                visitPart(sum.getRightOperand());
            } else if (!(part instanceof LiteralTree)) {
                part.accept(this, null);
            }
        }

        @Override
        public Void visitLiteral(LiteralTree literal, Void unused) {
            add(text(literal), all);
            return null;
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
            String method = call.getMethodSelect().toString();
            if (isLibrary && (method.equals("log.warn") || method.equals("log.error"))) {
                add(text(call.getArguments().get(0)), told);
            }
            return super.visitMethodInvocation(call, null);
        }

        @Override
        public Void visitNewClass(NewClassTree creation, Void unused) {
            if (isLibrary && creation.getIdentifier().toString().equals(AT_START)) {
                add(text(creation.getArguments().get(0)), told);
                add(text(creation.getArguments().get(1)), told);
            }
            if (isLibrary && creation.getIdentifier().toString().equals("Outage")) {
                add(text(creation.getArguments().get(1)) + ": " + ANY, told);
                add(text(creation.getArguments().get(1)) + ": " + ANY, all);
            }
            if (isLibrary && creation.getIdentifier().toString().equals("TopicWarning")) {
                add(text(creation.getArguments().get(1)), told);
                add(text(creation.getArguments().get(2)), told);
            }
            return super.visitNewClass(creation, null);
        }

        private static void add(String text, List<Message> messages) {
            Message message = Message.of(text);
            if (message.isFixedEnough()) {
                messages.add(message);
            }
        }

        private static String text(ExpressionTree expression) {
            if (expression instanceof ParenthesizedTree parenthesized) {
                return text(parenthesized.getExpression());
            }
            if (expression instanceof LiteralTree literal && literal.getValue() instanceof String text) {
                return text;
            }
            return expression instanceof BinaryTree sum && sum.getKind() == Kind.PLUS
                    ? text(sum.getLeftOperand()) + text(sum.getRightOperand())
                    : ANY;
        }
    }
}
