package org.delay.redisson.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;

/**
 * Makes a JVM's clock wrong for all classes but the JDK's and those that write ledgers: an agent, whose argument is by how
 * much. It takes the place of whoever asks the JDK for the time.
 */
public final class WrongClock implements ClassFileTransformer {

    private static final String OURS = "org/delay/redisson/system/WrongClock";

    private static final String LEDGERS = "org/delay/redisson/reliability/";

    private static final Map<String, String> ASKED = Map.of(
            "java/lang/System.currentTimeMillis()J", "currentTimeMillis",
            "java/time/Instant.now()Ljava/time/Instant;", "now",
            "java/time/Clock.systemUTC()Ljava/time/Clock;", "systemUTC");

    private static volatile Duration by = Duration.ZERO;

    /** The option of a JVM whose clock is to be wrong; writes the agent's jar, which is empty, into the directory. */
    public static String option(Path directory, Duration by) {
        try {
            Path jar = Files.createDirectories(directory).resolve("wrong-clock.jar");
            Manifest manifest = new Manifest();
            manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
            manifest.getMainAttributes().putValue("Premain-Class", WrongClock.class.getName());
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
                out.finish();
            }
            return "-javaagent:" + jar + "=" + by;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From now on the clock is wrong by so much. */
    public static void jump(Duration wrong) {
        by = wrong;
    }

    /** The JVM's entrance for agents. */
    public static void premain(String argument, Instrumentation instrumentation) {
        by = Duration.parse(argument);
        instrumentation.addTransformer(new WrongClock());
    }

    /** What a class is told instead of the JDK's answer. */
    public static long currentTimeMillis() {
        return System.currentTimeMillis() + by.toMillis();
    }

    /** What a class is told instead of the JDK's answer. */
    public static Instant now() {
        return Instant.now().plus(by);
    }

    /** What a class is told instead of the JDK's answer. */
    public static Clock systemUTC() {
        return Clock.offset(Clock.systemUTC(), by);
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (loader == null || name == null || name.startsWith(OURS) || name.startsWith(LEDGERS)) {
            return null;
        }
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Rewriting(writer), 0);
        return writer.toByteArray();
    }

    private static final class Rewriting extends ClassVisitor {

        private Rewriting(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
                @Override
                public void visitMethodInsn(
                        int opcode, String owner, String method, String methodDescriptor, boolean isInterface) {
                    String ours = ASKED.get(owner + "." + method + methodDescriptor);
                    super.visitMethodInsn(
                            opcode,
                            ours == null ? owner : OURS,
                            ours == null ? method : ours,
                            methodDescriptor,
                            isInterface);
                }
            };
        }
    }
}
