package org.delay.redisson.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/**
 * A Markdown file, taken apart.
 *
 * @param path from the root
 * @param headings by their level and text
 * @param links destinations of links and images, in their order
 * @param words what sentences, headings and tables show as code
 */
record Document(String path, List<Block> blocks, List<Title> headings, List<String> links, List<String> words) {

    private static final Parser PARSER =
            Parser.builder().includeSourceSpans(IncludeSourceSpans.BLOCKS).build();

    /** A heading. */
    record Title(int level, String text) {}

    /** Every document of the project. */
    static List<Document> all() {
        return ProjectFiles.find(path -> path.endsWith(".md")).stream()
                .map(Document::of)
                .toList();
    }

    static Document of(Path file) {
        Parts parts = new Parts(ProjectFiles.fromRoot(file));
        PARSER.parse(ProjectFiles.read(file)).accept(parts);
        return new Document(parts.path, parts.blocks, parts.headings, parts.links, parts.words);
    }

    static Document of(String fromRoot) {
        return of(ProjectFiles.ROOT.resolve(fromRoot));
    }

    /** What a link may name after a {@code #}, by GitHub's rule. */
    Set<String> anchors() {
        Set<String> anchors = new LinkedHashSet<>();
        for (Title heading : headings) {
            String slug = heading.text()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}\\p{M} _-]", "")
                    .replace(' ', '-');
            String anchor = slug;
            for (int i = 1; !anchors.add(anchor); i++) {
                anchor = slug + "-" + i;
            }
        }
        return anchors;
    }

    private static final class Parts extends AbstractVisitor {

        private final String path;
        private final List<Block> blocks = new ArrayList<>();
        private final List<Title> headings = new ArrayList<>();
        private final List<String> links = new ArrayList<>();
        private final List<String> words = new ArrayList<>();

        Parts(String path) {
            this.path = path;
        }

        @Override
        public void visit(FencedCodeBlock block) {
            add(block, block.getInfo().strip(), block.getLiteral());
        }

        @Override
        public void visit(IndentedCodeBlock block) {
            add(block, "", block.getLiteral());
        }

        private void add(Node block, String language, String text) {
            List<SourceSpan> spans = block.getSourceSpans();
            String mark = block.getPrevious() instanceof HtmlBlock html ? html.getLiteral() : "";
            blocks.add(new Block(path, spans.get(0).getLineIndex() + 1, language, text, mark));
        }

        @Override
        public void visit(Heading heading) {
            StringBuilder text = new StringBuilder();
            heading.accept(new AbstractVisitor() {
                @Override
                public void visit(Text part) {
                    text.append(part.getLiteral());
                }

                @Override
                public void visit(Code part) {
                    text.append(part.getLiteral());
                }
            });
            headings.add(new Title(heading.getLevel(), text.toString()));
            visitChildren(heading);
        }

        @Override
        public void visit(Code code) {
            words.add(code.getLiteral());
        }

        @Override
        public void visit(Link link) {
            links.add(link.getDestination());
            visitChildren(link);
        }

        @Override
        public void visit(Image image) {
            links.add(image.getDestination());
            visitChildren(image);
        }
    }
}
