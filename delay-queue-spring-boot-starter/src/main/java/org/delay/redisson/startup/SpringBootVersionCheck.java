package org.delay.redisson.startup;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Says that this library needs Spring Boot 4. Without it, an application on Spring Boot 3 ends with a NoClassDefFoundError for a class
 * that nobody knows. Uses only what Spring Boot 3 has too, and runs before any bean is defined.
 */
final class SpringBootVersionCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final Pattern MAJOR = Pattern.compile("(\\d+)\\..*");

    private static final int OLDEST = 4;

    /** Read as a text: what is no boolean is explained later. */
    private static final Set<String> TRUE = Set.of("true", "yes", "on", "1");

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        String enable = context.getEnvironment().getProperty("delay.redisson.enable", "");
        if (TRUE.contains(enable.toLowerCase(Locale.ROOT))) {
            check(SpringBootVersion.getVersion());
        }
    }

    /** A version that can't be read is trusted. */
    static void check(@Nullable String version) {
        Matcher major = MAJOR.matcher(String.valueOf(version));
        if (major.matches() && Integer.parseInt(major.group(1)) < OLDEST) {
            throw new CannotStartException(
                    "The delay queue needs Spring Boot 4.0 or later, but this application has " + version + ".",
                    "Update Spring Boot, or remove delay-queue-spring-boot-starter.");
        }
    }
}
