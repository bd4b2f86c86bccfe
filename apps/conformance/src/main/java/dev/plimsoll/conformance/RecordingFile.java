package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/** One gzipped file of JSON lines. */
public record RecordingFile(Path file) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The recording of that name in a folder; it need not exist. */
    public static RecordingFile in(Path folder, String name) {
        return new RecordingFile(folder.resolve(name + ".jsonl.gz"));
    }

    public boolean exists() {
        return Files.isRegularFile(file);
    }

    public void forEachLine(Consumer<JsonNode> reader) throws IOException {
        try (var lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file), 1 << 16), StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) reader.accept(JSON.readTree(line));
            }
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }
}
