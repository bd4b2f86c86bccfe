package dev.plimsoll.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.snapshot.SnapshotProblem.Effect;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are damaged, wrong or made to hurt: one line each, and what can be read is read. */
// Acceptance of simulate: bad-input
class HostileSnapshotTest {
    private static final SnapshotLimits SMALL = new SnapshotLimits(1 << 20, 100, 64 << 10, 20, 1 << 20, 64 << 20);

    private static final String NODE = """
            {"apiVersion":"v1","kind":"Node","metadata":{"name":"n1"},"status":{"allocatable":{"cpu":"4"}}}
            """;

    @TempDir
    private Path folder;

    private Path file(String name, byte[] content) throws IOException {
        return Files.write(folder.resolve(name), content);
    }

    private Path file(String name, String text) throws IOException {
        return file(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] zipped(byte[] content) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(bytes)) {
            zip.write(content);
        }
        return bytes.toByteArray();
    }

    private static Snapshot read(Path... files) {
        return new SnapshotFiles(SMALL).read(List.of(files));
    }

    private static String only(Snapshot snapshot) {
        assertThat(snapshot.problems()).hasSize(1);
        return snapshot.problems().getFirst().toString();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a negative request|`{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"a\",\"name\":\"b\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"-1\"}}}]}}`|`Pod a/b: requests.cpu: -1 is negative; left out`",
                "a negative amount of a node|`{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"b\"},\"status\":{\"allocatable\":{\"memory\":\"-8Gi\"}}}`|`Node b: allocatable.memory: -8Gi is negative; left out`",
                "an amount that is none|`{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"b\"},\"status\":{\"allocatable\":{\"memory\":\"many\"}}}`|`Node b: status.allocatable[memory]:`",
                "a list where an object is expected|`{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"a\",\"name\":\"b\"},\"spec\":[]}`|`Pod a/b: spec:`",
                "an unknown kind|`{\"apiVersion\":\"x.example/v1\",\"kind\":\"Thing\",\"metadata\":{\"namespace\":\"a\",\"name\":\"b\"}}`|`Thing a/b: Thing of x.example/v1 is not part of a snapshot; left out`",
                "another version|`{\"apiVersion\":\"apps/v1beta1\",\"kind\":\"Deployment\",\"metadata\":{\"namespace\":\"a\",\"name\":\"b\"}}`|`Deployment a/b: Deployment is read in apps/v1 and not in apps/v1beta1; left out`",
                "no name|`{\"apiVersion\":\"v1\",\"kind\":\"Node\"}`|`Node : it has no name; left out`",
                "no namespace|`{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"b\"}}`|`Pod b: it has no namespace; left out`",
                "no kind|`{\"metadata\":{\"name\":\"b\"}}`|`(no kind) b: it does not say its apiVersion and kind; left out`",
                "a member twice|`{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"b\",\"name\":\"c\"}}`|`Node b: \"name\" is there twice; left out`",
                "an autoscaler without a meaning|`{\"apiVersion\":\"autoscaling.k8s.io/v1\",\"kind\":\"VerticalPodAutoscaler\",\"metadata\":{\"namespace\":\"a\",\"name\":\"b\"},\"spec\":{\"targetRef\":{\"kind\":\"Deployment\",\"name\":\"w\"},\"updatePolicy\":{\"updateMode\":\"Sometimes\"}}}`|`VerticalPodAutoscaler a/b: `",
                "a text where an object is expected|`\"text\"`|`a value that is no object was left out`"
            })
    void oneLineForAnObject(String what, String document, String line) throws IOException {
        var file = file("all.json", NODE + "[" + document + "]");
        var snapshot = read(file);
        assertThat(only(snapshot)).as(what).startsWith(file + ": " + line).doesNotContain("\n");
        assertThat(snapshot.problems().getFirst().effect()).isEqualTo(Effect.OBJECT_LEFT_OUT);
        assertThat(snapshot.objects(SnapshotKinds.NODES)).hasSize(1);
        assertThat(snapshot.size()).isEqualTo(1);
    }

    @Test
    @DisplayName("a file that was cut off gives what stands before the end")
    void cutOff() throws IOException {
        var random = new Random(1);
        var text = new StringBuilder("{\"items\":[");
        for (var i = 0; i < 50; i++) {
            text.append(NODE.replace("n1", "n" + i + "-" + Long.toHexString(random.nextLong())))
                    .append(",");
        }
        var whole = zipped((text + NODE + "]}").getBytes(StandardCharsets.UTF_8));
        var cut = read(file("cut.json.gz", Arrays.copyOf(whole, whole.length / 2)));
        assertThat(only(cut))
                .contains("cut.json.gz: ends early, as if it was cut off; ", " objects before it were read");
        assertThat(cut.size()).isBetween(10, 49);
        assertThat(cut.isComplete()).isFalse();
        assertThat(cut.isUnreadable()).isFalse();
        var plain = read(file("cut.json", text.toString()));
        assertThat(only(plain)).contains("cut.json: is no JSON at line ", "; 50 objects before it were read");
    }

    @Test
    @DisplayName("a file whose compressed content is damaged is told of")
    void damaged() throws IOException {
        var whole = zipped(NODE.repeat(1).getBytes(StandardCharsets.UTF_8));
        whole[whole.length - 6] ^= 0x55;
        assertThat(only(read(file("a.json.gz", whole)))).contains("a.json.gz: is damaged: ");
    }

    @Test
    @DisplayName("a little file that becomes a large one ends where it is too large")
    void bomb() throws IOException {
        var blanks = new byte[2 << 20];
        Arrays.fill(blanks, (byte) ' ');
        blanks[0] = '[';
        var bomb = read(file("a.json.gz", zipped(blanks)));
        assertThat(only(bomb)).contains("a.json.gz: an object has more than 65,536 bytes; nothing of it was read");
        var many = read(file("b.json", NODE.repeat(101)));
        assertThat(many.problems())
                .anySatisfy(problem -> assertThat(problem.toString()).contains("more than 100 objects"));
        var large = read(file("c.json", (NODE + " ".repeat(30_000)).repeat(40)));
        assertThat(large.problems())
                .anySatisfy(
                        problem -> assertThat(problem.toString()).contains("more than 1,048,576 bytes, decompressed"));
    }

    @Test
    @DisplayName("depth, texts and lists in lists are bounded")
    void bounded() throws IOException {
        var deep = "{\"a\":".repeat(50) + "1" + "}".repeat(50);
        assertThat(only(read(file("deep.json", deep)))).contains("deep.json: ", "depth");
        var lists = "{\"items\":[".repeat(10) + "]}".repeat(10);
        assertThat(only(read(file("lists.json", lists)))).contains("lists are nested deeper than 8");
        var text = "{\"kind\":\"" + "x".repeat(100_000) + "\"}";
        assertThat(only(read(file("text.json", text)))).contains("text.json: ");
    }

    @Test
    @DisplayName("what takes too much memory ends the reading before the program does")
    void memory() throws IOException {
        var text = new StringBuilder();
        for (var i = 0; i < 90; i++) text.append(NODE.replace("n1", "n" + i + "x".repeat(1000)));
        var limits = new SnapshotLimits(1 << 20, 100, 64 << 10, 20, 1 << 20, 50_000);
        var snapshot = new SnapshotFiles(limits).read(List.of(file("a.json", text.toString())));
        assertThat(only(snapshot)).contains("its objects take more than ", "JAVA_TOOL_OPTIONS=-Xmx4g");
        assertThat(snapshot.size()).isPositive().isLessThan(90);
    }

    @Test
    @DisplayName("files that are not there, empty, folders without files, binary files, YAML that is none")
    void files() throws IOException {
        assertThat(only(read(folder.resolve("gone.json"))))
                .endsWith("gone.json: there is no such file; check the path");
        assertThat(only(read(file("empty.json", "")))).contains("empty.json: holds no object");
        assertThat(only(read(Files.createDirectory(folder.resolve("none"))))).contains("none: holds no .json");
        assertThat(only(read(file("binary.json", new byte[] {0, 1, 2, 3})))).contains("binary.json:");
        assertThat(only(read(file("wrong.yaml", "a: b: c")))).contains("wrong.yaml:1:");
        assertThat(read(folder.resolve("gone.json")).isUnreadable()).isTrue();
    }

    @Test
    @DisplayName("a file of another version of plimsoll, and files of servers of different versions")
    void versions() throws IOException {
        var other = """
                {"apiVersion":"plimsoll.dev/v9","kind":"ClusterSnapshot","items":[%s],"kinds":[]}""".formatted(NODE);
        assertThat(only(read(file("a.json", other)))).contains("was written by another version of plimsoll");
        var ours = """
                {"apiVersion":"plimsoll.dev/v1","kind":"ClusterSnapshot","serverVersion":"%s","taken":"2026-01-01T00:00:00Z","items":[%s],"kinds":[]}""";
        var mixed = read(
                file("b.json", ours.formatted("v1.36.0", NODE)),
                file("c.json", ours.formatted("v1.37.0", NODE.replace("n1", "n2"))));
        assertThat(only(mixed))
                .isEqualTo("the files are of servers of different versions: v1.36.0, v1.37.0; the newest counts");
        assertThat(mixed.header().serverVersion()).isEqualTo("v1.37.0");
    }

    @Test
    @DisplayName("bytes by chance never end in anything but a snapshot")
    void chance() throws IOException {
        var random = new Random(42);
        var sample = ("{\"items\":[" + NODE + "," + NODE.replace("n1", "n2") + "],\"kind\":\"List\"}")
                .getBytes(StandardCharsets.UTF_8);
        for (var i = 0; i < 2_000; i++) {
            var bytes = sample.clone();
            for (var changes = 1 + random.nextInt(4); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            var snapshot = read(file("a.json", random.nextBoolean() ? bytes : zipped(bytes)));
            assertThat(snapshot.size()).isBetween(0, 2);
            if (snapshot.size() < 2) assertThat(snapshot.problems()).isNotEmpty();
        }
    }
}
