package dev.plimsoll.kinds.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.objects.access.Attributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules cover others, or do not: sentence by sentence, and against a slow twin on random rules. */
class RuleCoverageTest {
    private static final int CASES = 20_000;

    private static PolicyRule on(String group, String resource, String verb, String... names) {
        return new PolicyRule(List.of(verb), List.of(group), List.of(resource), List.of(names), List.of());
    }

    private static PolicyRule onPath(String path, String verb) {
        return new PolicyRule(List.of(verb), List.of(), List.of(), List.of(), List.of(path));
    }

    record Row(String sentence, PolicyRule held, PolicyRule wanted, boolean isCovered) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("the same rule", on("", "pods", "get"), on("", "pods", "get"), true),
                new Row("another verb", on("", "pods", "get"), on("", "pods", "list"), false),
                new Row("any verb", on("", "pods", "*"), on("", "pods", "list"), true),
                new Row("any verb of one", on("", "pods", "get"), on("", "pods", "*"), false),
                new Row("another group", on("", "pods", "get"), on("apps", "pods", "get"), false),
                new Row("any group", on("*", "pods", "get"), on("apps", "pods", "get"), true),
                new Row("any resource", on("", "*", "get"), on("", "pods/log", "get"), true),
                new Row("any resource of one", on("", "pods", "get"), on("", "*", "get"), false),
                new Row("an object is not its parts", on("", "pods", "get"), on("", "pods/log", "get"), false),
                new Row(
                        "a star behind the slash means nothing",
                        on("", "pods/*", "get"),
                        on("", "pods/log", "get"),
                        false),
                new Row(
                        "that part of anything",
                        on("apps", "*/scale", "get"),
                        on("apps", "deployments/scale", "get"),
                        true),
                new Row("is not the thing", on("apps", "*/scale", "get"), on("apps", "deployments", "get"), false),
                new Row(
                        "nor another part",
                        on("apps", "*/scale", "get"),
                        on("apps", "deployments/status", "get"),
                        false),
                new Row("one name of all", on("", "pods", "get"), on("", "pods", "get", "a"), true),
                new Row("all names of one", on("", "pods", "get", "a"), on("", "pods", "get"), false),
                new Row("the same name", on("", "pods", "get", "a"), on("", "pods", "get", "a"), true),
                new Row("another name", on("", "pods", "get", "a"), on("", "pods", "get", "b"), false),
                new Row("the same path", onPath("/a", "get"), onPath("/a", "get"), true),
                new Row("a path below", onPath("/a", "get"), onPath("/a/b", "get"), false),
                new Row("all paths below", onPath("/a/*", "get"), onPath("/a/b", "get"), true),
                new Row("some paths below", onPath("/a/*", "get"), onPath("/a/b/*", "get"), true),
                new Row("all paths of some", onPath("/a/b/*", "get"), onPath("/a/*", "get"), false),
                new Row("any path", onPath("*", "get"), onPath("/a", "get"), true),
                new Row("paths are no resources", onPath("*", "*"), on("", "pods", "get"), false),
                new Row("resources are no paths", on("*", "*", "*"), onPath("/a", "get"), false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void oneRule(Row row) {
        assertThat(RuleCoverage.missing(List.of(row.wanted()), List.of(row.held()))
                        .isEmpty())
                .isEqualTo(row.isCovered());
    }

    @Test
    void twoRulesNeverCoverOnePermissionTogether() {
        var named = List.of(on("", "pods", "get", "a"), on("", "pods", "get", "b"));
        var both = new PolicyRule(List.of("get"), List.of(""), List.of("pods"), List.of("a", "b"), List.of());
        assertThat(RuleCoverage.missing(List.of(both), named)).isEmpty();
        assertThat(RuleCoverage.missing(List.of(on("", "pods", "get")), named)).isNotEmpty();
    }

    @Test
    void aRuleWithoutGroupsOrResourcesWantsNothing() {
        var groupless = new PolicyRule(List.of("*"), List.of(), List.of("*"), List.of(), List.of());
        assertThat(RuleCoverage.missing(List.of(groupless), List.of())).isEmpty();
    }

    /** What the fast way finds missing is what the slow way finds, and who lacks nothing can do nothing more. */
    @Test
    void agreesWithItsTwinAndNeverGivesMore() {
        var random = new Random(14);
        var covered = 0;
        for (var i = 0; i < CASES; i++) {
            var held = rules(random);
            var wanted = rules(random);
            var missing = RuleCoverage.missing(wanted, held);
            assertThat(missing).as("%s for %s", wanted, held).isEqualTo(slowlyMissing(wanted, held));
            if (!missing.isEmpty()) continue;
            covered++;
            for (var request : REQUESTS) {
                if (wanted.stream().noneMatch(rule -> rule.allows(request))) continue;
                assertThat(held).as("%s is given by %s", request, wanted).anyMatch(rule -> rule.allows(request));
            }
        }
        assertThat(covered).isGreaterThan(CASES / 20);
    }

    private static final List<String> VERBS = List.of("*", "get", "list");
    private static final List<String> GROUPS = List.of("*", "", "apps");
    private static final List<String> RESOURCES =
            List.of("*", "pods", "pods/log", "*/log", "pods/*", "jobs", "jobs/log");
    private static final List<String> NAMES = List.of("a", "b");
    private static final List<String> PATHS = List.of("*", "/a", "/a/*", "/a/b", "/a/b*", "/a/**");

    private static List<PolicyRule> rules(Random random) {
        var rules = new ArrayList<PolicyRule>();
        var count = 1 + random.nextInt(3);
        for (var i = 0; i < count; i++) {
            var onPaths = random.nextInt(4) == 0;
            rules.add(new PolicyRule(
                    some(VERBS, random, 1),
                    onPaths ? List.of() : some(GROUPS, random, 1),
                    onPaths ? List.of() : some(RESOURCES, random, 1),
                    onPaths ? List.of() : some(NAMES, random, 0),
                    onPaths ? some(PATHS, random, 1) : List.of()));
        }
        return rules;
    }

    private static List<String> some(List<String> words, Random random, int least) {
        var some = new ArrayList<String>();
        var count = least + random.nextInt(2);
        for (var i = 0; i < count; i++) some.add(words.get(random.nextInt(words.size())));
        return some;
    }

    private static final List<Attributes> REQUESTS = requests();

    private static List<Attributes> requests() {
        var requests = new ArrayList<Attributes>();
        for (var verb : List.of("get", "list", "watch")) {
            for (var path : List.of("/", "/a", "/a/", "/a/b", "/a/bc", "/b"))
                requests.add(Attributes.ofPath(verb, path));
            for (var group : List.of("", "apps", "batch")) {
                for (var resource : List.of("pods", "jobs", "nodes")) {
                    for (var part : List.of("", "log", "status")) {
                        for (var name : List.of("", "a", "b", "c"))
                            requests.add(new Attributes(verb, group, resource, part, "", name, "", ""));
                    }
                }
            }
        }
        return requests;
    }

    /** The sentences of the specification, one loop for each list and one question for each part. */
    private static List<PolicyRule> slowlyMissing(List<PolicyRule> wanted, List<PolicyRule> held) {
        var missing = new ArrayList<PolicyRule>();
        for (var rule : wanted) {
            for (var group : rule.apiGroups()) {
                for (var resource : rule.resources()) {
                    for (var verb : rule.verbs()) {
                        var names = rule.resourceNames().isEmpty() ? List.of("") : rule.resourceNames();
                        for (var name : names) {
                            var covered = false;
                            for (var owner : held) covered |= covers(owner, verb, group, resource, name);
                            var atom = name.isEmpty() ? on(group, resource, verb) : on(group, resource, verb, name);
                            if (!covered && !missing.contains(atom)) missing.add(atom);
                        }
                    }
                }
            }
            for (var path : rule.nonResourceUrls()) {
                for (var verb : rule.verbs()) {
                    var covered = false;
                    for (var owner : held) covered |= verbCovers(owner, verb) && pathCovers(owner, path);
                    if (!covered && !missing.contains(onPath(path, verb))) missing.add(onPath(path, verb));
                }
            }
        }
        return missing;
    }

    private static boolean covers(PolicyRule owner, String verb, String group, String resource, String name) {
        var groupCovers = false;
        for (var each : owner.apiGroups()) groupCovers |= each.equals("*") || each.equals(group);
        var resourceCovers = false;
        for (var each : owner.resources()) {
            resourceCovers |= each.equals("*") || each.equals(resource);
            var words = resource.split("/", 2);
            resourceCovers |= words.length == 2 && each.equals("*/" + words[1]);
        }
        var nameCovers = owner.resourceNames().isEmpty();
        for (var each : owner.resourceNames()) nameCovers |= !name.isEmpty() && each.equals(name);
        return verbCovers(owner, verb) && groupCovers && resourceCovers && nameCovers;
    }

    private static boolean verbCovers(PolicyRule owner, String verb) {
        var covers = false;
        for (var each : owner.verbs()) covers |= each.equals("*") || each.equals(verb);
        return covers;
    }

    private static boolean pathCovers(PolicyRule owner, String path) {
        var covers = false;
        for (var each : owner.nonResourceUrls()) {
            covers |= each.equals(path);
            covers |= each.endsWith("*") && path.startsWith(each.replaceAll("\\*+$", ""));
        }
        return covers;
    }

    @Test
    void linesAreCompactedByVerbAndSorted() {
        assertThat(RuleCoverage.lines(List.of(
                        on("", "secrets", "get", "a"),
                        on("apps", "deployments", "list"),
                        onPath("/a", "get"),
                        on("apps", "deployments", "get"),
                        on("", "pods", "get"))))
                .containsExactly(
                        "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"get\"]}",
                        "{APIGroups:[\"\"], Resources:[\"secrets\"], ResourceNames:[\"a\"], Verbs:[\"get\"]}",
                        "{APIGroups:[\"apps\"], Resources:[\"deployments\"], Verbs:[\"list\" \"get\"]}",
                        "{NonResourceURLs:[\"/a\"], Verbs:[\"get\"]}");
    }
}
