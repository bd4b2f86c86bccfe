package dev.plimsoll.codec.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples that come with the project load, and say what they are. */
class ExamplesTest {
    private static final Path EXAMPLES = Path.of(System.getProperty("plimsoll.root"), "examples");

    record Row(String file, String expected) {}

    static Stream<Row> rows() {
        return Stream.of(
                new Row("ide.yaml", "POD pod/myide"),
                new Row("hugepages.yaml", "POD pod/packets"),
                new Row("refused.yaml", "POD pod/refused"),
                new Row("deployment.yaml", "TEMPLATE deployment/web"),
                new Row("job.yaml", "TEMPLATE job/train"),
                new Row("limit-range.yaml", "LimitRange"),
                new Row("quota.yaml", "ResourceQuota"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void rows(Row row) {
        switch (new ManifestLoader().load(EXAMPLES.resolve(row.file()))) {
            case Loaded.Documents(var manifests) -> {
                assertEquals(1, manifests.size());
                assertEquals(row.expected(), describe(manifests.getFirst()));
            }
            case Loaded.Unreadable unreadable -> throw new AssertionError(unreadable.line());
        }
    }

    private static String describe(Manifest manifest) {
        return switch (PodTemplates.extract(manifest)) {
            case Extraction.Extracted(var pod) -> pod.origin() + " " + pod.displayName();
            case Extraction.Refused _ -> manifest.kind();
        };
    }
}
