package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BacktestCommandTest extends CommandLineTest {
    private static final String USAGE = example("backtest/usage.csv");
    private static final String SHOP = example("backtest/shop.yaml");

    @Test
    void theExampleShowsWhatThePodLevelSaves() {
        var ran = run("backtest", "-f", USAGE, "--pod", SHOP);
        assertThat(ran.errors()).isEmpty();
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).isEqualTo("""
                shop   2026-03-02T00:00Z to 2026-03-08T23:55Z (6d23h), 6048 samples of web, report, cache

                                          AS IT IS      CONTAINER LEVEL   POD LEVEL
                  CPU (cores, average)
                    requested             2.25          0.797             0.818
                    used                  0.304         0.255             0.304
                    wasted                1.95 (86 %)   0.550 (69 %)      0.541 (66 %)
                    used beyond request   0             0.007             0.028
                    throttled             0             0.050             0
                    time throttled        0 %           5.4 %             0 %
                  Memory (GiB, average)
                    requested             1.50          1.27              1.26
                    used                  0.493         0.499             0.499
                    wasted                1.01 (67 %)   0.767 (61 %)      0.766 (61 %)
                    used beyond request   0             0                 <0.001
                  Disturbances
                    killed for memory     18            1                 0
                    down after kills      1h10m         10s               0s
                    resized in place      0             35                35
                    recreated             0             0                 0

                  RECOMMENDED AT THE END   CPU    MEMORY   RANGE OF CPU   RANGE OF MEMORY
                  cache                    63m    335Mi    48m - 134m     335Mi - 577Mi
                  report                   23m    991Mi    10m - 39m      523Mi - 1705Mi
                  web                      442m   309Mi    108m - 1010m   309Mi - 531Mi
                  (pod)                    528m   1635Mi   166m - 1183m   1166Mi - 2812Mi

                  Against the container level, the pod level requests 3 % more CPU and as much memory, is throttled 0 % of the time against 5.4 %, and has 1 kill fewer.
                """);
    }

    @Test
    void theSameForPrograms() throws Exception {
        var ran = run("backtest", "-f", USAGE, "--pod", SHOP, "-o", "json");
        var workload = new ObjectMapper().readTree(ran.out()).at("/workloads/0");
        assertThat(workload.path("name").asText()).isEqualTo("shop");
        assertThat(workload.path("samples").asLong()).isEqualTo(6048);
        assertThat(workload.path("levels")).hasSize(3);
        assertThat(workload.at("/levels/1/kills").asLong()).isEqualTo(1);
        assertThat(workload.at("/levels/2/kills").asLong()).isZero();
        assertThat(workload.at("/levels/2/recommendation/podRecommendation/target/cpu")
                        .asText())
                .isEqualTo("528m");
        assertThat(workload.at("/levels/0/cpu/requestedCoreHours").asDouble()).isEqualTo(2.25 * 168);
    }

    @Test
    void theChartIsWellFormedAndHasBothLevels(@TempDir Path folder) throws Exception {
        var file = folder.resolve("chart.svg");
        var ran = run("backtest", "-f", USAGE, "--pod", SHOP, "--svg", file.toString());
        assertThat(ran.errors()).isEqualTo("plimsoll: chart written to " + file + "\n");
        var text = Files.readString(file);
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        assertThat(text)
                .contains("CPU, container level", "CPU, pod level", "Memory, container level", "Memory, pod level")
                .contains("class=\"throttled\"", "1 kill from 2026-03-0", "prefers-color-scheme: dark")
                .doesNotContain("NaN", "Infinity");
    }

    @Test
    void theRecordingIsWhatItsGeneratorMakes() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(java, example("backtest/Generate.java")).start();
        var made = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(made).isEqualTo(Files.readString(Path.of(USAGE)));
    }

    @Test
    void policiesComeFromAFileOrFromFlags() {
        var vpa = """
                apiVersion: autoscaling.k8s.io/v1
                kind: VerticalPodAutoscaler
                metadata: {name: shop}
                spec:
                  targetRef: {apiVersion: apps/v1, kind: Deployment, name: shop}
                  updatePolicy: {updateMode: "Off"}
                  resourcePolicy:
                    containerPolicies:
                    - {containerName: web, maxAllowed: {cpu: 100m}}
                """;
        var byFile = runWithInput(vpa, "backtest", "-f", USAGE, "--pod", SHOP, "--vpa", "-");
        assertThat(byFile.out()).contains("web                      100m ").contains("resized in place      0 ");
        var byFlag = run("backtest", "-f", USAGE, "--pod", SHOP, "--max-allowed", "cpu=100m", "--update-mode", "off");
        assertThat(byFlag.out()).contains("web                      100m ").contains("resized in place      0 ");
        var both = runWithInput(vpa, "backtest", "-f", USAGE, "--vpa", "-", "--max-allowed", "cpu=1");
        assertThat(both.exit()).isEqualTo(2);
        assertThat(both.errors()).contains("--vpa says what the policies are; leave out");
    }

    @Test
    void aRecordingAloneIsEnough() {
        var ran = runWithInput(
                "timestamp;pod;container;cpu;memory;zone\n1768039200;a-1;c;250m;128Mi;x\n1768039260;a-1;c;0.3;1e8;x\n",
                "backtest",
                "-f",
                "-");
        assertThat(ran.exit()).isZero();
        assertThat(ran.errors()).isEqualTo("-: columns that are not needed: zone\n");
        assertThat(ran.out()).startsWith("workload   2026-01-10T10:00Z to 2026-01-10T10:01Z (1m), 2 samples of c\n");
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of("", "-:1: the file is empty; write a first line that names the columns"),
                Arguments.of(
                        "when,pod,container,cpu\n",
                        "-:1: the first line names the columns, and there is none for time, memory; "
                                + "write for instance: time,workload,pod,container,cpu,memory"),
                Arguments.of("time,pod,container,cpu,memory\n", "-:1: there is no row after the names of the columns"),
                Arguments.of(
                        "time,pod,container,cpu,memory\nyesterday,p,c,1,1\n",
                        "-:2: column time: \"yesterday\": write a time such as 2026-01-10T10:00:00Z, or seconds since "
                                + "1970 such as 1768039200"),
                Arguments.of(
                        "time,pod,container,cpu,memory\n1,p,c,fast,1\n",
                        "-:2: column cpu: \"fast\": write cores, such as 0.25 or 250m"),
                Arguments.of(
                        "time,pod,container,cpu,memory\n\n# a comment\n1,p,c,1,-5Mi\n",
                        "-:4: column memory: \"-5Mi\": write bytes, such as 134217728 or 128Mi"),
                Arguments.of(
                        "time,pod,container,cpu,memory\n1,,c,1,1\n", "-:2: column pod: nothing: write the pod's name"),
                Arguments.of(
                        "time,pod,container,cpu,memory\n100,p,c,1,1\n99,p,c,1,1\n",
                        "-:3: column time: \"99\": it is before that of line 2, and rows come in the order of time; "
                                + "sort them: (head -n 1 FILE; tail -n +2 FILE | sort)"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void whatIsWrongWithARecordingIsSaidWithItsPlace(String recording, String message) {
        var ran = runWithInput(recording, "backtest", "-f", "-");
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.errors()).isEqualTo("plimsoll: " + message + "\n");
    }

    static Stream<Arguments> misuse() {
        return Stream.of(
                Arguments.of(
                        new String[] {}, "give either a recording with -f FILE, or where to ask with --prometheus URL"),
                Arguments.of(new String[] {"-f", "no.csv"}, "no.csv: there is no such file; check the path"),
                Arguments.of(
                        new String[] {"--prometheus", "prometheus"},
                        "--prometheus prometheus: no address; write one such as http://prometheus:9090"),
                Arguments.of(
                        new String[] {"-f", "x", "--update-interval", "often"},
                        "--update-interval often: write a length of time, such as 30s, 1m or 1h"),
                Arguments.of(
                        new String[] {"-f", "x", "--max-allowed", "gpu=1"},
                        "--max-allowed gpu=1: write it as cpu=100m,memory=128Mi"),
                Arguments.of(
                        new String[] {"-f", "x", "--update-mode", "Sometimes"},
                        "--update-mode Sometimes: choose one of Off, Initial, Recreate, InPlaceOrRecreate, InPlace"));
    }

    @ParameterizedTest
    @MethodSource("misuse")
    void argumentsThatMakeNoSenseAreNamed(String[] arguments, String message) {
        var all = Stream.concat(Stream.of("backtest"), Stream.of(arguments)).toArray(String[]::new);
        var ran = run(all);
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.errors()).isEqualTo("plimsoll: " + message + "\n");
    }
}
