package dev.plimsoll.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rules for the command line that {@code ArchitectureTest} has for the programs, which do not see it. */
class CommandLineArchitectureTest {
    private static final int MOST_FILES = 25;

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.plimsoll.cli", "dev.plimsoll.cluster");

    /**
     * The formats of files and reports that are not objects of the API, each in one class: answers of commands for programs and build
     * servers, lines of a log, and files that people and kubectl write for this machine.
     */
    private static final Map<String, String> OWN_FORMATS = Map.ofEntries(
            Map.entry("AnswerDocument", "explain -o json"),
            Map.entry("PlacementDocument", "explain --topology -o json"),
            Map.entry("CiReport", "explain -o sarif, junit and github"),
            Map.entry("NodeHoldingsDocument", "explain node -o json"),
            Map.entry("OutcomeDocument", "backtest -o json"),
            Map.entry("ReportDocument", "recommend -o json"),
            Map.entry("SimulationDocument", "simulate -o json and yaml"),
            Map.entry("UsageDocument", "recorded use in simulate -o json and yaml"),
            Map.entry("SnapshotDocument", "watch --once -o json"),
            Map.entry("StoreReportDocument", "store check, backup, restore, salvage and compact -o json"),
            Map.entry("ClusterRecord", "what a local cluster writes down, and status -o json"),
            Map.entry("MergedKubeconfig", "the kubeconfig file, which clients share and no API serves"),
            Map.entry("NodeFile", "the file of up --config"),
            Map.entry("ScenarioFile", "the file of simulate --scenarios"),
            Map.entry("Log", "--logging-format json"));

    /** These take a text that is no name. */
    private static final Set<String> VALUES = Set.of("asText", "add", "textNode", "rawValueNode", "insert", "valueOf");

    /** Methods of trees that take the name of a member. */
    private static final DescribedPredicate<JavaMethodCall> NAMES_A_FIELD =
            DescribedPredicate.describe("name a field of a document", call -> {
                var parameters = call.getTarget().getRawParameterTypes();
                return call.getTargetOwner().isAssignableTo(JsonNode.class)
                        && !parameters.isEmpty()
                        && parameters.getFirst().isEquivalentTo(String.class)
                        && !VALUES.contains(call.getName());
            });

    @Test
    @DisplayName("fields of API documents are named in io only")
    void fieldsAreNamedInIo() {
        var formats = ".*\\.(" + String.join("|", OWN_FORMATS.keySet()) + ")(\\$.*)?";
        noClasses()
                .that()
                .haveNameNotMatching(formats)
                .should()
                .callMethodWhere(NAMES_A_FIELD)
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("dev.plimsoll.objects.tree..")
                .check(CLASSES);
        assertThat(CLASSES.stream().map(JavaClass::getSimpleName))
                .as("formats of which the class is gone")
                .containsAll(OWN_FORMATS.keySet());
    }

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

    @Test
    @DisplayName("threads are those of ComponentThreads")
    void threadsAreKnown() {
        noClasses()
                .should()
                .callMethod(Thread.class, "ofVirtual")
                .orShould()
                .callMethod(Thread.class, "startVirtualThread", Runnable.class)
                .orShould()
                .callMethod(Executors.class, "newVirtualThreadPerTaskExecutor")
                .because("virtual time goes on while a thread that it does not know is at work")
                .check(CLASSES);
    }
}
