package dev.plimsoll.core;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.plimsoll.core.validation.FieldError;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The core is pure, brings nothing along, and its packages look one way: quantity, model, gates, demand, then decisions. */
class ArchitectureTest {
    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.plimsoll.core");

    @Test
    void packagesDependInOneDirection() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("dev.plimsoll.core..")
                .layer("quantity")
                .definedBy("dev.plimsoll.core.quantity..")
                .layer("model")
                .definedBy("dev.plimsoll.core.model..")
                .layer("gates")
                .definedBy("dev.plimsoll.core.gates..")
                .layer("demand")
                .definedBy("dev.plimsoll.core.demand..")
                .layer("cgroups")
                .definedBy("dev.plimsoll.core.cgroups..")
                .layer("validation")
                .definedBy("dev.plimsoll.core.validation..")
                .layer("admission")
                .definedBy("dev.plimsoll.core.admission..")
                .whereLayer("quantity")
                .mayNotAccessAnyLayer()
                .whereLayer("model")
                .mayOnlyAccessLayers("quantity")
                .whereLayer("gates")
                .mayOnlyAccessLayers("quantity", "model")
                .whereLayer("demand")
                .mayOnlyAccessLayers("quantity", "model", "gates")
                .whereLayer("cgroups")
                .mayOnlyAccessLayers("quantity", "model", "gates", "demand")
                .whereLayer("validation")
                .mayOnlyAccessLayers("quantity", "model", "gates", "demand", "cgroups")
                .whereLayer("admission")
                .mayOnlyAccessLayers("quantity", "model", "gates", "demand", "cgroups", "validation")
                .check(CORE);
    }

    /**
     * Workloads share the values of their root package and do not see each other; of other decisions they use demand and schedules. Only
     * the prediction, which asks all who decide, uses them.
     */
    @Test
    void workloadsAreIndependent() {
        slices().matching("dev.plimsoll.core.workloads.(*)..")
                .should()
                .notDependOnEachOther()
                .check(CORE);
        classes()
                .that()
                .resideInAPackage("dev.plimsoll.core.workloads..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "dev.plimsoll.core.workloads..",
                        "dev.plimsoll.core.backoff..",
                        "dev.plimsoll.core.quantity..",
                        "dev.plimsoll.core.model..",
                        "dev.plimsoll.core.gates..",
                        "dev.plimsoll.core.demand..",
                        "dev.plimsoll.core.schedule..",
                        "java..",
                        "org.jspecify.annotations.."))
                .check(CORE);
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.plimsoll.core.workloads..", "dev.plimsoll.core.prediction..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.plimsoll.core.workloads..")
                .check(CORE);
    }

    /** A field error is the one word that every package of rules shares, so that it is not held against them. */
    @Test
    void noCyclesBetweenPackages() {
        slices().matching("dev.plimsoll.core.(**)")
                .should()
                .beFreeOfCycles()
                .ignoreDependency(resideInAPackage("dev.plimsoll.core.validation.general"), type(FieldError.class))
                .check(CORE);
    }

    @Test
    void nothingButTheJdkAndJspecify() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "dev.plimsoll.core..",
                                "java.lang..",
                                "java.math..",
                                "java.nio.charset..",
                                "java.time..",
                                "java.util..")
                        .or(resideInAnyPackage("org.jspecify.annotations..")))
                .check(CORE);
    }

    @Test
    void noInputOutputNoThreadsNoRandomness() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "java.io..",
                        "java.net..",
                        "java.nio.file..",
                        "java.nio.channels..",
                        "java.util.concurrent..",
                        "java.util.random.."))
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(java.util.Random.class)
                .check(CORE);
    }

    @Test
    void noClockAndNoEnvironment() {
        noClasses()
                .should()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .orShould()
                .callMethod(System.class, "getProperty", String.class)
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(CORE);
    }
}
