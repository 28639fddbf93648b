package org.delay.redisson.docs;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A page and its Chinese version. */
record Translation(Document english, Document chinese) {

    private static final String ENGLISH = "docs/";
    private static final String CHINESE = "docs/zh-CN/";

    /** Programs write these pages, in English only. */
    private static final Set<String> REPORTS =
            Set.of(ENGLISH + "benchmarks.md", ENGLISH + "reliability.md", ENGLISH + "simulation.md");

    static Stream<Translation> all() {
        List<String> pages = new ArrayList<>(List.of("README.md"));
        pages.addAll(pages(ENGLISH));
        return pages.stream()
                .filter(page -> Files.exists(ProjectFiles.ROOT.resolve(inChinese(page)))
                        && !inChinese(page).equals(page))
                .map(page -> new Translation(Document.of(page), Document.of(inChinese(page))));
    }

    /** Pages that are to have a Chinese version. */
    static Set<String> wanted() {
        Set<String> wanted = pages(ENGLISH);
        wanted.removeAll(REPORTS);
        return wanted;
    }

    /** Pages that have a Chinese version, or would have if the English one were there. */
    static Set<String> present() {
        Set<String> present = new TreeSet<>();
        pages(CHINESE).forEach(page -> present.add(page.replace(CHINESE, ENGLISH)));
        return present;
    }

    /** Where the Chinese version of a page or a picture is; the page or the picture itself if it has none. */
    static String inChinese(String page) {
        if (page.equals("README.md")) {
            return "README.zh-CN.md";
        }
        if (page.endsWith(".png")) {
            String picture = page.replaceFirst("png$", "zh-CN.png");
            return Files.exists(ProjectFiles.ROOT.resolve(picture)) ? picture : page;
        }
        return isPage(page, ENGLISH) && !REPORTS.contains(page) ? page.replace(ENGLISH, CHINESE) : page;
    }

    private static Set<String> pages(String directory) {
        Set<String> pages = new TreeSet<>();
        ProjectFiles.find(path -> isPage(path, directory)).forEach(file -> pages.add(ProjectFiles.fromRoot(file)));
        return pages;
    }

    private static boolean isPage(String path, String directory) {
        return path.startsWith(directory) && path.endsWith(".md") && path.indexOf('/', directory.length()) < 0;
    }

    @Override
    public String toString() {
        return chinese.path();
    }
}
