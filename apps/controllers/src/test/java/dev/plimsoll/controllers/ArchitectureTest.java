package dev.plimsoll.controllers;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The packages of the controllers look one way: objects, loop, then one package for each kind, then the program. */
class ArchitectureTest {
    private static final JavaClasses CONTROLLERS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.plimsoll.controllers");

    @Test
    void noCyclesBetweenPackages() {
        slices().matching("dev.plimsoll.(**)").should().beFreeOfCycles().check(CONTROLLERS);
    }
}
