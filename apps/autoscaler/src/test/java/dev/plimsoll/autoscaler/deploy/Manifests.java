package dev.plimsoll.autoscaler.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The manifests under deploy/, with their anchors resolved. */
final class Manifests {
    static final Path DEPLOY = root().resolve("deploy");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Manifests() {}

    /** Tests run in the folder of their module. */
    private static Path root() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("mvnw"))) {
            folder = folder.getParent();
            if (folder == null) throw new IllegalStateException("the source tree was not found");
        }
        return folder;
    }

    static List<JsonNode> read(Path file) throws IOException {
        return parse(Files.readString(file));
    }

    static List<JsonNode> parse(String text) {
        var documents = new ArrayList<JsonNode>();
        for (var document : new Load(LoadSettings.builder().build()).loadAllFromString(text)) {
            if (document != null) documents.add(MAPPER.valueToTree(document));
        }
        return documents;
    }

    static JsonNode named(List<JsonNode> documents, String kind, String name) {
        return documents.stream()
                .filter(document -> document.path("kind").asText().equals(kind)
                        && document.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind + " " + name));
    }
}
