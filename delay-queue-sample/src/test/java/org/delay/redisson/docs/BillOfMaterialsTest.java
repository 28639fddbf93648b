package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A module that is published is in the BOM, so that whoever imports it needs no version. */
class BillOfMaterialsTest {

    private static final String BOM = "delay-queue-bom";

    private final String parent = ProjectFiles.read("pom.xml");
    private final String bom = pom(BOM);

    @Test
    void hasTheModulesThatArePublished() {
        assertThat(found("<artifactId>(delay-queue-[\\w-]+)</artifactId>\\s+<version>\\$\\{project\\.version}", bom))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(modules()
                        .filter(module -> !module.equals(BOM) && isPublished(module))
                        .toList());
    }

    @Test
    void leavesOutWhatIsNeitherDeployedNorSigned() {
        assertThat(modules().filter(module -> !isPublished(module)))
                .containsExactlyInAnyOrder("delay-queue-sample", "delay-queue-benchmarks", "delay-queue-server")
                .allSatisfy(module -> assertThat(pom(module))
                        .contains("<gpg.skip>true", "<maven.javadoc.skip>true", "<maven.source.skip>true"));
    }

    /** Else an application that imports it would get the parent's versions of everything. */
    @Test
    void isPublishedWithoutItsParentAndVersionsOfOthers() {
        String managed = bom.substring(bom.indexOf("<dependencyManagement>"), bom.indexOf("</dependencyManagement>"));
        assertThat(found("<groupId>([^<]+)</groupId>", managed)).isNotEmpty().containsOnly("org.delay.redisson");
        assertThat(bom).contains("<flattenMode>bom</flattenMode>");
    }

    private Stream<String> modules() {
        return found("<module>([^<]+)</module>", parent).stream();
    }

    private static boolean isPublished(String module) {
        return !pom(module).contains("<maven.deploy.skip>true");
    }

    private static String pom(String module) {
        return ProjectFiles.read(module + "/pom.xml");
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
