package dev.plimsoll.core.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.ResizePolicy;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceClaim;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules on resources of a new pod: api.md §3.2 to §3.7, to the text. Pods stand as they are after defaulting. */
// Acceptance of KEP-1287: policy-values, policy-never
// Acceptance of KEP-5419: policy-names, ephemeral-resources
// Acceptance of KEP-2837: sum-of-requests, sum-of-limits, one-limit, ephemeral-none, huge-api, windows-api
// Acceptance of KEP-5526: budget
class ResourceRulesTest {
    record Row(String sentence, PodSpec spec, List<String> errors) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row row(String sentence, PodSpecBuilder spec, String... errors) {
        return new Row(sentence, spec.build(), List.of(errors));
    }

    private static PodSpecBuilder one(String requests, String limits) {
        return PodSpec.builder().container("c", requests, limits);
    }

    private static PodSpecBuilder level(String requests, String limits) {
        return one("", "").podLevel(requests, limits);
    }

    private static void check(Row row) {
        assertThat(ResourceRules.DEFAULT.check(row.spec(), Tolerances.NONE).stream()
                        .map(Object::toString))
                .containsExactlyInAnyOrderElementsOf(row.errors());
    }

    private static final String C = "spec.containers[0].resources";
    private static final String P = "spec.resources";

    static Stream<Row> quantities() {
        return Stream.of(
                row(
                        "negative",
                        one("cpu=-1", ""),
                        C + ".requests[cpu]: Invalid value: \"-1\": must be greater than or equal to 0"),
                row(
                        "negative, pod level",
                        level("cpu=-1", ""),
                        P + ".requests[cpu]: Invalid value: \"-1\": must be greater than or equal to 0"),
                row("zero is fine", one("cpu=0", "cpu=0")),
                row(
                        "extended names must be whole numbers",
                        one("example.com/gpu=500m", "example.com/gpu=500m"),
                        C + ".limits[example.com/gpu]: Invalid value: \"500m\": must be an integer",
                        C + ".requests[example.com/gpu]: Invalid value: \"500m\": must be an integer"),
                row(
                        "hugepages must be a multiple of the size",
                        one("cpu=1,hugepages-2Mi=3Mi", "hugepages-2Mi=3Mi"),
                        C + ".limits[hugepages-2Mi]: Invalid value: \"3Mi\": 3Mi is not positive integer multiple of"
                                + " hugepages-2Mi",
                        C + ".requests[hugepages-2Mi]: Invalid value: \"3Mi\": 3Mi is not positive integer multiple of"
                                + " hugepages-2Mi"),
                row("0 huge pages are fine", one("cpu=1,hugepages-2Mi=0", "hugepages-2Mi=0")),
                row(
                        "an unparsable size also fails",
                        one("cpu=1", "hugepages-big=0"),
                        C + ".limits[hugepages-big]: Invalid value: \"0\": 0 is not positive integer multiple of"
                                + " hugepages-big"),
                row(
                        "a non-positive size also fails",
                        one("cpu=1", "hugepages-0=2Mi"),
                        C + ".limits[hugepages-0]: Invalid value: \"2Mi\": 2Mi is not positive integer multiple of"
                                + " hugepages-0"));
    }

    @ParameterizedTest(name = "§3.2 {0}")
    @MethodSource
    void quantities(Row row) {
        check(row);
    }

    static Stream<Row> requestsAndLimits() {
        return Stream.of(
                row(
                        "request > limit, overcommit allowed",
                        one("cpu=2", "cpu=1"),
                        C + ".requests: Invalid value: \"2\": must be less than or equal to cpu limit of 1"),
                row(
                        "request > limit, pod level",
                        level("memory=2Gi", "memory=1Gi"),
                        P + ".requests: Invalid value: \"2Gi\": must be less than or equal to memory limit of 1Gi"),
                row("request = limit by number", one("cpu=1000m", "cpu=1")),
                row(
                        "request <> limit, overcommit not allowed",
                        one("example.com/gpu=1", "example.com/gpu=2"),
                        C + ".requests: Invalid value: \"1\": must be equal to example.com/gpu limit of 2"),
                row(
                        "request <> limit, hugepages at pod level",
                        level("cpu=1,hugepages-2Mi=2Mi", "hugepages-2Mi=4Mi"),
                        P + ".requests: Invalid value: \"2Mi\": must be equal to hugepages-2Mi limit of 4Mi"),
                row(
                        "request without limit, overcommit not allowed",
                        one("example.com/gpu=1", ""),
                        C + ".limits: Required value: Limit must be set for non overcommitable resources"),
                row(
                        "request without limit, hugepages at pod level",
                        level("cpu=1,hugepages-2Mi=2Mi", ""),
                        P + ".limits: Required value: Limit must be set for non overcommitable resources"),
                row(
                        "a native name with a domain may be overcommitted",
                        one("x.kubernetes.io/thing=1", "x.kubernetes.io/thing=2")),
                row(
                        "hugepages and neither cpu nor memory",
                        one("hugepages-2Mi=2Mi", "hugepages-2Mi=2Mi"),
                        C + ": Forbidden: HugePages require cpu or memory"),
                row(
                        "hugepages and neither cpu nor memory, pod level",
                        level("hugepages-2Mi=2Mi", "hugepages-2Mi=2Mi"),
                        P + ": Forbidden: HugePages require cpu or memory"),
                row("in requests or limits of the same set", one("hugepages-2Mi=2Mi", "memory=1Gi,hugepages-2Mi=2Mi")));
    }

    @ParameterizedTest(name = "§3.3 {0}")
    @MethodSource
    void requestsAndLimits(Row row) {
        check(row);
    }

    static Stream<Row> claims() {
        return Stream.of(
                row("a known claim", claiming(List.of("a"), claim("a", ""))),
                row("empty name", claiming(List.of("a"), claim("", "")), C + ".claims[0]: Required value"),
                row(
                        "whole claim twice",
                        claiming(List.of("a"), claim("a", ""), claim("a", "")),
                        C + ".claims[1]: Duplicate value: \"a\""),
                row(
                        "same claim/request twice",
                        claiming(List.of("a"), claim("a", "r"), claim("a", "r")),
                        C + ".claims[1]: Duplicate value: \"a/r\""),
                row(
                        "whole claim overlapping a request of it",
                        claiming(List.of("a"), claim("a", "r"), claim("a", "")),
                        C + ".claims[1]: Duplicate value: \"a\""),
                row(
                        "a request overlapping the whole claim",
                        claiming(List.of("a"), claim("a", ""), claim("a", "r")),
                        C + ".claims[1]: Duplicate value: \"a/r\""),
                row("two requests of one claim", claiming(List.of("a"), claim("a", "r"), claim("a", "s"))),
                row(
                        "request not a DNS label",
                        claiming(List.of("a"), claim("a", "R_")),
                        C
                                + ".claims[0].request: Invalid value: \"R_\": a lowercase RFC 1123 label must consist of lower"
                                + " case alphanumeric characters or '-', and must start and end with an alphanumeric"
                                + " character (e.g. 'my-name',  or '123-abc', regex used for validation is"
                                + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"),
                row(
                        "unknown name, none known",
                        claiming(List.of(), claim("x", "")),
                        C + ".claims[0]: Not found: \"x\": must be one of the names in pod.spec.resourceClaims which is"
                                + " empty"),
                row(
                        "unknown name, others known",
                        claiming(List.of("b", "a"), claim("x", "")),
                        C + ".claims[0]: Not found: \"x\": must be one of the names in pod.spec.resourceClaims: a, b"));
    }

    private static ResourceClaim claim(String name, String request) {
        return new ResourceClaim(name, request);
    }

    private static ResourceRequirements withClaims(ResourceClaim... claims) {
        return new ResourceRequirements(
                true, ResourceAmounts.parse("cpu=1"), ResourceAmounts.ABSENT, true, List.of(claims));
    }

    private static PodDetails knowing(List<String> claims) {
        var none = PodDetails.NONE;
        return new PodDetails(
                none.volumes(),
                claims,
                none.tolerations(),
                none.nodeSelector(),
                none.terminationGracePeriodSeconds(),
                none.dnsPolicy(),
                none.hostNetwork(),
                none.serviceAccountName(),
                none.hostname(),
                none.subdomain(),
                none.needs(),
                none.rest());
    }

    private static PodSpecBuilder claiming(List<String> known, ResourceClaim... claims) {
        return PodSpec.builder()
                .container(Container.of("c", withClaims(claims)))
                .details(knowing(known));
    }

    @ParameterizedTest(name = "§3.4 {0}")
    @MethodSource
    void claims(Row row) {
        check(row);
    }

    static Stream<Row> podLevel() {
        return Stream.of(
                row("1 null: nothing", one("cpu=5", "cpu=5")),
                row(
                        "2 windows: only that",
                        level("cpu=-1,example.com/gpu=1", "").os("windows"),
                        P + ": Forbidden: may not be set for a windows pod"),
                row(
                        "2 windows without PLR may use container resources (§3.7)",
                        one("cpu=1", "").os("windows")),
                row(
                        "3 claims present, even an empty list",
                        one("", "").podLevel(withClaims()),
                        P + ".claims: Forbidden: claims may not be set for Resources at pod-level"),
                row(
                        "3 names are additionally checked",
                        one("", "").podLevel(withClaims(claim("x", ""))),
                        P + ".claims: Forbidden: claims may not be set for Resources at pod-level",
                        P + ".claims[0]: Not found: \"x\": must be one of the names in pod.spec.resourceClaims which is"
                                + " empty"),
                row(
                        "5 f(container requests) > PR",
                        one("cpu=1", "").container("d", "cpu=1500m", "").podLevel("cpu=2", ""),
                        P + ".requests[cpu]: Invalid value: \"2\": must be greater than or equal to aggregate container"
                                + " requests of 2500m"),
                row(
                        "5 only names that are also in PR",
                        one("cpu=1,memory=9Gi", "").podLevel("cpu=2", "")),
                row(
                        "6 hugepages: f(container limits) > PL",
                        one("cpu=1,hugepages-2Mi=4Mi", "hugepages-2Mi=4Mi")
                                .container("d", "cpu=1,hugepages-2Mi=4Mi", "hugepages-2Mi=4Mi")
                                .podLevel("cpu=2,hugepages-2Mi=6Mi", "hugepages-2Mi=6Mi"),
                        P + ".requests[hugepages-2Mi]: Invalid value: \"6Mi\": must be greater than or equal to"
                                + " aggregate container requests of 8Mi",
                        P + ".limits[hugepages-2Mi]: Invalid value: \"6Mi\": must be greater than or equal to"
                                + " aggregate container limits of 8Mi"),
                row(
                        "7 a regular container limit > PL",
                        one("cpu=1", "cpu=1").container("d", "cpu=1", "cpu=3").podLevel("cpu=2", "cpu=2"),
                        P + ".containers[1][cpu].limits: Invalid value: \"3\": must be less than or equal to pod limits"
                                + " of 2"),
                row(
                        "7 plain init and sidecar limits are unchecked",
                        one("", "")
                                .initContainer("i", "cpu=1", "cpu=9")
                                .sidecar("s", "cpu=1", "cpu=9")
                                .podLevel("cpu=2", "cpu=2")),
                row(
                        "the sum of container limits may exceed PL",
                        one("cpu=1", "cpu=2").container("d", "cpu=1", "cpu=2").podLevel("cpu=2", "cpu=2")),
                row(
                        "overhead is not part of any comparison",
                        level("cpu=1", "cpu=1").overhead("cpu=5")));
    }

    @ParameterizedTest(name = "§3.5 {0}")
    @MethodSource
    void podLevel(Row row) {
        check(row);
    }

    @Test
    void withTheGateOffThePodLevelIsNotChecked() {
        var gates = FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES, false);
        var spec = level("cpu=-1,example.com/gpu=1", "").os("windows").build();
        assertThat(ResourceRules.under(gates).check(spec, Tolerances.NONE)).isEmpty();
    }

    static Stream<Row> resizePolicies() {
        var path = "spec.containers[0].resizePolicy";
        return Stream.of(
                row("both resources", policies("Always", "cpu=NotRequired", "memory=RestartContainer")),
                row(
                        "same resourceName twice",
                        policies("Always", "cpu=NotRequired", "cpu=NotRequired"),
                        path + "[1]: Duplicate value: \"cpu\""),
                row("resourceName empty", policies("Always", "=NotRequired"), path + ": Required value"),
                row(
                        "resourceName not cpu, memory",
                        policies("Always", "gpu=NotRequired"),
                        path + ": Unsupported value: \"gpu\": supported values: \"cpu\", \"memory\""),
                row("restartPolicy empty", policies("Always", "cpu="), path + ": Required value"),
                row(
                        "restartPolicy unknown, such as KEP-5419's names (§2.3e)",
                        policies("Always", "cpu=PreferNoRestart"),
                        path + ": Unsupported value: \"PreferNoRestart\": supported values: \"NotRequired\","
                                + " \"RestartContainer\""),
                row(
                        "pod restartPolicy Never and value <> NotRequired",
                        policies("Never", "cpu=RestartContainer"),
                        path
                                + ": Invalid value: \"RestartContainer\": must be 'NotRequired' when pod `restartPolicy` is"
                                + " 'Never'"),
                row(
                        "pod restartPolicy Never also fires for empty",
                        policies("Never", "cpu="),
                        path + ": Required value",
                        path + ": Invalid value: \"\": must be 'NotRequired' when pod `restartPolicy` is 'Never'"),
                row(
                        "pod restartPolicy Never also fires for unknown",
                        policies("Never", "cpu=x"),
                        path + ": Unsupported value: \"x\": supported values: \"NotRequired\", \"RestartContainer\"",
                        path + ": Invalid value: \"x\": must be 'NotRequired' when pod `restartPolicy` is 'Never'"),
                row("OnFailure may restart", policies("OnFailure", "cpu=RestartContainer")),
                row(
                        "plain init with RestartContainer",
                        one("", "").initContainer(policed("i", "memory=NotRequired", "cpu=RestartContainer")),
                        "spec.initContainers[0].resizePolicy[1].restartPolicy: Invalid value: \"RestartContainer\": must"
                                + " not be set to 'RestartContainer' for non-sidecar initContainers"),
                row(
                        "a sidecar may restart",
                        one("", "")
                                .initContainer(
                                        policed("s", "cpu=RestartContainer").asSidecar())));
    }

    private static Container policed(String name, String... policies) {
        return Container.of(name, ResourceRequirements.ABSENT)
                .withResizePolicy(Arrays.stream(policies)
                        .map(text -> text.split("=", 2))
                        .map(parts -> new ResizePolicy(parts[0], parts[1]))
                        .toList());
    }

    private static PodSpecBuilder policies(String restartPolicy, String... policies) {
        return PodSpec.builder().container(policed("c", policies)).restartPolicy(restartPolicy);
    }

    @ParameterizedTest(name = "§3.6 {0}")
    @MethodSource
    void resizePolicies(Row row) {
        check(row);
    }

    static Stream<Row> others() {
        var ephemeral = "spec.ephemeralContainers[0]";
        var refusal = ": Forbidden: cannot be set for an Ephemeral Container";
        return Stream.of(
                row(
                        "overhead is validated as a limits list",
                        one("", "").overhead("cpu=-1,foo=1"),
                        "spec.overhead.limits[cpu]: Invalid value: \"-1\": must be greater than or equal to 0",
                        "spec.overhead.limits[foo]: Invalid value: \"foo\": must be a standard resource type or fully"
                                + " qualified",
                        "spec.overhead.limits[foo]: Invalid value: \"foo\": must be a standard resource for containers"),
                row(
                        "overhead of hugepages only",
                        one("", "").overhead("hugepages-2Mi=2Mi"),
                        "spec.overhead: Forbidden: HugePages require cpu or memory"),
                debugged(
                        "ephemeral containers: resources, plus normal list errors",
                        Container.of("d", ResourceRequirements.parse("cpu=-1", "")),
                        ephemeral
                                + ".resources.requests[cpu]: Invalid value: \"-1\": must be greater than or equal to 0",
                        ephemeral + ".resources" + refusal),
                debugged(
                        "ephemeral containers: claims are resources too",
                        Container.of(
                                "d",
                                new ResourceRequirements(
                                        true,
                                        ResourceAmounts.ABSENT,
                                        ResourceAmounts.ABSENT,
                                        true,
                                        List.of(claim("x", "")))),
                        ephemeral + ".resources.claims[0]: Not found: \"x\": must be one of the names in"
                                + " pod.spec.resourceClaims which is empty",
                        ephemeral + ".resources" + refusal),
                debugged("ephemeral containers: {} is nothing", Container.of("d", ResourceRequirements.EMPTY)),
                debugged(
                        "ephemeral containers: resizePolicy",
                        policed("d", "cpu=NotRequired"),
                        ephemeral + ".resizePolicy" + refusal),
                debugged(
                        "ephemeral containers: resizePolicy, plus normal list errors",
                        policed("d", "gpu=NotRequired"),
                        ephemeral + ".resizePolicy" + refusal,
                        ephemeral
                                + ".resizePolicy: Unsupported value: \"gpu\": supported values: \"cpu\", \"memory\""));
    }

    private static Row debugged(String sentence, Container debug, String... errors) {
        var spec = one("", "").build();
        return new Row(
                sentence,
                new PodSpec(
                        spec.containers(),
                        spec.initContainers(),
                        List.of(debug),
                        spec.resources(),
                        spec.overhead(),
                        spec.restartPolicy(),
                        spec.osName(),
                        spec.placement(),
                        spec.details()),
                List.of(errors));
    }

    @ParameterizedTest(name = "§3.7 {0}")
    @MethodSource
    void others(Row row) {
        check(row);
    }

    static Stream<Row> tolerated() {
        var broken = "cpu=1,hugepages-2Mi=1Mi";
        return Stream.of(
                row("§3.2 partial huge pages in a container", one(broken, "hugepages-2Mi=1Mi")),
                row(
                        "§3.2 partial huge pages in an init container",
                        one("", "").initContainer("i", broken, "hugepages-2Mi=1Mi")),
                row("§3.2 partial huge pages in overhead", one("", "").overhead(broken)),
                row("§3.2 partial huge pages at pod level", level(broken, "hugepages-2Mi=1Mi")),
                row(
                        "§3.6 a plain init container with RestartContainer",
                        one("", "").initContainer(policed("i", "cpu=RestartContainer"))));
    }

    @ParameterizedTest(name = "tolerated if the old pod already broke it: {0}")
    @MethodSource
    void tolerated(Row row) {
        assertThat(ResourceRules.DEFAULT.check(row.spec(), Tolerances.NONE)).isNotEmpty();
        assertThat(ResourceRules.DEFAULT.check(row.spec(), Tolerances.of(row.spec())))
                .isEmpty();
    }
}
