package dev.plimsoll.integration;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
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
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a newcomer could break by accident: rooms, package cycles, names. */
class ArchitectureTest {
    private static final Pattern GENERATED = Pattern.compile(".*/dev/plimsoll/(cri|podresources)/v1/.*");

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("/test-classes/"))
            // Made from the definitions of Kubernetes' gRPC services.
            .withImportOption(location -> !location.matches(GENERATED))
            .importPackages("dev.plimsoll");

    private static final Set<String> PROGRAMS =
            Set.of("apiserver", "scheduler", "controllers", "nodeagent", "autoscaler", "console");

    /**
     * The API of Kubernetes and the runtime interface both have the first two. The others are the API of the test kit, which is the same for
     * projects on Java 17: there the cluster is in another process.
     */
    private static final Set<String> TWICE = Set.of(
            "Container",
            "ContainerStatus",
            "ApiFault",
            "ApiResource",
            "ClusterAssertions",
            "ClusterScope",
            "ClusterTime",
            "Injection",
            "LocalWebhook",
            "NodeFault",
            "ObjectName",
            "PlimsollCluster",
            "PodAssert",
            "TestCluster",
            "TestClusterBuilder",
            "TestClusterWaits");

    /** Nouns that happen to end so: a kind of Kubernetes, and words of the trade. */
    private static final Set<String> NOUNS = Set.of(
            "RoleBinding",
            "PolicyBinding",
            "Finding",
            "Coalescing",
            "Encoding",
            "IntOrString",
            "IdMapping",
            "UsageRecording",
            "PrometheusRecording",
            "RecommendationRounding",
            "CgroupSetting");

    private static final Path ROOT = Path.of("../..");
    private static final String SOURCES = "src/main/java";
    private static final int MOST_LINES = 400;

    /** All that is not a test, the command line included; what is generated is elsewhere. */
    private static List<Path> sources() {
        var sources = new ArrayList<Path>();
        try (var folders = Files.find(
                ROOT, 3, (path, _) -> path.endsWith("src") && Files.isDirectory(path.resolveSibling(SOURCES)))) {
            for (var folder : folders.toList()) {
                try (var files = Files.walk(folder.resolveSibling(SOURCES))) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(sources).hasSizeGreaterThan(1500);
        return sources;
    }

    private static Map<String, Set<String>> topLevelNames() {
        return sources().stream()
                .filter(each -> !each.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(
                        each -> each.getFileName().toString().replace(".java", ""),
                        TreeMap::new,
                        Collectors.mapping(
                                each -> each.getParent().toString(), Collectors.toCollection(TreeSet::new))));
    }

    @Test
    @DisplayName("no file has more than 400 lines: a longer one holds a second noun that nobody has named")
    void filesAreShort() throws IOException {
        var longer = new TreeMap<String, Integer>();
        for (var file : sources()) {
            var lines = Files.readAllLines(file).size();
            if (lines > MOST_LINES) longer.put(ROOT.relativize(file).toString(), lines);
        }
        assertThat(longer).isEmpty();
    }

    @Test
    @DisplayName("no class name occurs twice, except where Kubernetes has it twice")
    void namesAreUnique() {
        var twice = topLevelNames();
        twice.entrySet().removeIf(entry -> entry.getValue().size() < 2 || TWICE.contains(entry.getKey()));
        assertThat(twice).isEmpty();
    }

    @Test
    @DisplayName("classes are nouns, not gerunds")
    void namesAreNouns() {
        assertThat(topLevelNames().keySet())
                .filteredOn(name -> name.endsWith("ing"))
                .isSubsetOf(NOUNS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"apiserver", "scheduler", "controllers", "nodeagent", "autoscaler", "console"})
    @DisplayName("a program does not see another one")
    void programsMeetAtTheApi(String program) {
        var others = PROGRAMS.stream()
                .filter(other -> !other.equals(program))
                .map(other -> "dev.plimsoll." + other + "..")
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage("dev.plimsoll." + program + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(ALL);
    }

    @Test
    @DisplayName(
            "programs see the runtime, core and io; the runtime sees no program, and nothing that ships sees proof")
    void rooms() {
        var programs = PROGRAMS.stream()
                .map(program -> "dev.plimsoll." + program + "..")
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage("dev.plimsoll.runtime..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(programs)
                .check(ALL);
        noClasses()
                .that()
                .resideOutsideOfPackages(PROOF)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(PROOF)
                .check(ALL);
    }

    private static final String[] PROOF = {
        "dev.plimsoll.fakes..",
        "dev.plimsoll.testkit..",
        "dev.plimsoll.simulation..",
        "dev.plimsoll.benchmarks..",
        "dev.plimsoll.integration.."
    };

    @Test
    @DisplayName("servers, PEM files and SSL contexts are made in one place each")
    void oneOfEach() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "dev.plimsoll.runtime.http..", "dev.plimsoll.apiserver.transport..", "dev.plimsoll.fakes..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("org.eclipse.jetty.server.ServerConnector")
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("com.sun.net.httpserver..")
                .check(ALL);
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.plimsoll.tls..", "dev.plimsoll.testkit..", "dev.plimsoll.benchmarks..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("javax.net.ssl.KeyManagerFactory")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("javax.net.ssl.TrustManagerFactory")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.security.spec.PKCS8EncodedKeySpec")
                .orShould()
                .callMethod(SSLContext.class, "getInstance", String.class)
                .check(ALL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "apiserver",
                "scheduler",
                "controllers",
                "nodeagent",
                "autoscaler",
                "console",
                "runtime",
                "cluster"
            })
    @DisplayName("threads of programs are those of ComponentThreads: time of a test waits for no others")
    void threadsAreKnown(String program) {
        noClasses()
                .that()
                .resideInAPackage("dev.plimsoll." + program + "..")
                .should()
                .callMethod(Thread.class, "ofVirtual")
                .orShould()
                .callMethod(Thread.class, "startVirtualThread", Runnable.class)
                .orShould()
                .callMethod(Executors.class, "newVirtualThreadPerTaskExecutor")
                .because("virtual time goes on while a thread that it does not know is at work")
                .check(ALL);
    }

    @Test
    @DisplayName("programs of a cluster count pods under its gates")
    void gatesReachEveryReader() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.plimsoll.apiserver..",
                        "dev.plimsoll.scheduler..",
                        "dev.plimsoll.controllers..",
                        "dev.plimsoll.nodeagent..",
                        "dev.plimsoll.codec..",
                        "dev.plimsoll.objects..")
                .should()
                .accessField(PodDemand.class, "AS_WRITTEN")
                .check(ALL);
    }

    /** These take a text that is no name. */
    private static final Set<String> VALUES = Set.of("asText", "add", "textNode", "rawValueNode", "insert", "valueOf");

    private static final Set<String> METADATA_BY_NAME = Set.of("text", "path", "put", "remove", "take");

    /** Methods of trees that take the name of a member. */
    private static final DescribedPredicate<JavaMethodCall> NAMES_A_FIELD =
            DescribedPredicate.describe("name a field of a document", call -> {
                if (call.getTargetOwner().isEquivalentTo(DocumentMetadata.class))
                    return METADATA_BY_NAME.contains(call.getName());
                var parameters = call.getTarget().getRawParameterTypes();
                return call.getTargetOwner().isAssignableTo(JsonNode.class)
                        && !parameters.isEmpty()
                        && parameters.getFirst().isEquivalentTo(String.class)
                        && !VALUES.contains(call.getName());
            });

    /**
     * No objects of the API: a program's own configuration, the rules for simulated containers that users write, what servers note beside
     * nodes and quotas for each other, and what the console says to its page and hears from it.
     */
    private static final Pattern OWN_FORMATS = Pattern.compile(
            ".*\\.(ConfigurationPage|ContainerRulesFile|WithdrawnResizes|OutstandingCharges|ConsolePages|PodEventsDocument|ViewerLoop|ViewerSocket)");

    @ParameterizedTest
    @ValueSource(strings = {"apiserver", "scheduler", "controllers", "nodeagent", "autoscaler", "console"})
    @DisplayName("fields of documents are named in io only, not in a program")
    void fieldsAreNamedInIo(String program) {
        noClasses()
                .that()
                .resideInAPackage("dev.plimsoll." + program + "..")
                .and()
                .haveNameNotMatching(OWN_FORMATS.pattern())
                .and()
                .resideOutsideOfPackages("dev.plimsoll.*.config..", "dev.plimsoll.console.views..")
                .should()
                .callMethodWhere(NAMES_A_FIELD)
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("dev.plimsoll.objects.tree..")
                .check(ALL);
    }

    @Test
    @DisplayName("no package has more than 25 classes")
    void packagesAreSmall() {
        var sizes = ALL.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(each -> !each.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
        sizes.values().removeIf(size -> size <= 25);
        assertThat(sizes).isEmpty();
    }

    /** Their root package puts the parts together and still has types that the parts use: only the parts are compared. */
    private static final Set<String> ROOT_IS_SHARED = Set.of("cri", "scheduler");

    /** Modules, by the names of their root packages; the core has a test of its own, and the command line is not on this path. */
    private static Stream<String> modules() {
        return ALL.stream()
                .map(each -> each.getPackageName().split("\\.", -1)[2])
                .filter(module -> !module.equals("core"))
                .distinct()
                .sorted();
    }

    @ParameterizedTest
    @MethodSource("modules")
    @DisplayName("packages of a module depend on each other in one direction")
    void noPackageCycles(String module) {
        var root = "dev.plimsoll." + module;
        var classes = ALL.that(resideInAPackage(root + ".."));
        slices().matching("dev.plimsoll.(**)")
                .should()
                .beFreeOfCycles()
                .check(ROOT_IS_SHARED.contains(module) ? classes.that(resideOutsideOfPackage(root)) : classes);
    }
}
