package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/**
 * A block of Maven dependencies. One of this project must be a module, with its version; any other must be one that a module
 * has, without a version, since Spring Boot manages it.
 */
final class Dependencies implements BlockChecker {

    private final Map<String, String> modules = new HashMap<>();
    private final Set<String> dependencies = new HashSet<>();

    static Dependencies ofProject() throws Exception {
        Dependencies dependencies = new Dependencies();
        for (var pom : ProjectFiles.find(path -> path.matches("[^/]+/pom\\.xml"))) {
            dependencies.read(parse(ProjectFiles.read(pom)));
        }
        return dependencies;
    }

    @Override
    public void check(Block block) throws Exception {
        List<Element> shown = all(parse("<block>" + block.text() + "</block>"), "dependency");
        assertThat(shown).as(block.place()).isNotEmpty();
        for (Element dependency : shown) {
            String name = name(dependency);
            String version = text(dependency, "version");
            if (modules.containsKey(name)) {
                assertThat(version).as("%s: version of %s", block.place(), name).isEqualTo(modules.get(name));
            } else {
                assertThat(dependencies).as("%s: dependencies", block.place()).contains(name);
                assertThat(version).as("%s: version of %s", block.place(), name).isNull();
            }
        }
    }

    private void read(Element pom) {
        Element parent = all(pom, "parent").get(0);
        modules.put(text(parent, "groupId") + ":" + text(pom, "artifactId"), text(parent, "version"));
        all(pom, "dependency").forEach(dependency -> dependencies.add(name(dependency)));
    }

    private static String name(Element dependency) {
        return text(dependency, "groupId") + ":" + text(dependency, "artifactId");
    }

    private static Element parse(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getDocumentElement();
    }

    private static List<Element> all(Element root, String name) {
        List<Element> found = new ArrayList<>();
        for (int i = 0; i < root.getElementsByTagName(name).getLength(); i++) {
            found.add((Element) root.getElementsByTagName(name).item(i));
        }
        return found;
    }

    /** The text of a child. */
    private static @Nullable String text(Element element, String name) {
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child.getNodeName().equals(name)) {
                return child.getTextContent().strip();
            }
        }
        return null;
    }
}
