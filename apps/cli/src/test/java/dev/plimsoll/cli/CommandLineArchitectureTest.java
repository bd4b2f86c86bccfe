package dev.plimsoll.cli;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rules for the command line that {@code ArchitectureTest} has for the programs, which do not see it. */
class CommandLineArchitectureTest {
    private static final int MOST_FILES = 25;

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.plimsoll.cli", "dev.plimsoll.cluster");

    @Test
    @DisplayName("packages depend on each other in one direction, the root included")
    void noPackageCycles() {
        assertThat(CLASSES).hasSizeGreaterThan(250);
        slices().matching("dev.plimsoll.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    @DisplayName("a package has at most 25 files")
    void packagesAreSmall() {
        var sizes = CLASSES.stream()
                .filter(JavaClass::isTopLevelClass)
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
        assertThat(sizes).allSatisfy((name, files) -> assertThat(files).isLessThanOrEqualTo(MOST_FILES));
    }
}
