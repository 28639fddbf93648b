package org.delay.redisson;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** No file needs another one that needs it in return, so each can be read after those that it uses. */
@AnalyzeClasses(packages = "org.delay.redisson", importOptions = DoNotIncludeTests.class)
class FileCyclesTest {

    @ArchTest
    static final ArchRule filesAreFreeOfCycles =
            slices().assignedFrom(new Files()).should().beFreeOfCycles();

    /** A class and those that are nested in it are one file. */
    private static final class Files implements SliceAssignment {

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
            return "the files of the core";
        }
    }
}
