package dev.plimsoll.snapshot.capture;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.snapshot.HeaderDocument;
import dev.plimsoll.snapshot.KindState;
import dev.plimsoll.snapshot.SnapshotHeader;
import dev.plimsoll.snapshot.SnapshotKinds;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;

/** Writes a snapshot that was taken: whole or not at all, and for its owner only. */
public final class SnapshotWriter {
    private static final int BUFFER = 1 << 16;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ClusterCapture.Outcome.Captured captured;
    private final UnaryOperator<ObjectNode> change;
    private final boolean isAnonymised;

    private SnapshotWriter(
            ClusterCapture.Outcome.Captured captured, UnaryOperator<ObjectNode> change, boolean isAnonymised) {
        this.captured = captured;
        this.change = change;
        this.isAnonymised = isAnonymised;
    }

    public static SnapshotWriter of(ClusterCapture.Outcome.Captured captured) {
        return new SnapshotWriter(captured, document -> document, false);
    }

    /**
     * One that writes other names.
     *
     * @param change replaces them
     */
    public static SnapshotWriter anonymised(
            ClusterCapture.Outcome.Captured captured, UnaryOperator<ObjectNode> change) {
        return new SnapshotWriter(captured, change, true);
    }

    /** Replaces a file. */
    public void write(Path file) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder == null) throw new IOException(file + " is not a file in a folder");
        var draft = PrivateFiles.createTempFile(folder, "." + file.getFileName(), ".new");
        try {
            try (var channel = PrivateFiles.open(draft, StandardOpenOption.WRITE)) {
                var stream = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
                write(stream);
                stream.flush();
                channel.force(true);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            PrivateFiles.forceName(file);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Writes to a stream, which stays open. */
    public void write(OutputStream stream) throws IOException {
        var zipped = new GZIPOutputStream(stream, BUFFER);
        try (var json = JSON.createGenerator(zipped)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            var header = captured.header();
            HeaderDocument.begin(
                    json,
                    new SnapshotHeader(
                            header.serverVersion(),
                            header.takenOrNull(),
                            isAnonymised ? "" : header.namespace(),
                            isAnonymised,
                            header.kinds()));
            for (var kind : SnapshotKinds.ALL) {
                for (var document : captured.objects().getOrDefault(kind.resource(), List.of())) {
                    JSON.writeTree(json, change.apply(document));
                }
            }
            HeaderDocument.end(json, isAnonymised ? withoutReasons(header.kinds()) : header.kinds());
        }
        zipped.finish();
    }

    /** What a server says of a refusal has the name of the user in it. */
    private static Map<ApiResource, KindState> withoutReasons(Map<ApiResource, KindState> kinds) {
        var changed = new HashMap<ApiResource, KindState>();
        kinds.forEach((resource, state) -> changed.put(
                resource,
                switch (state) {
                    case KindState.Forbidden _ -> new KindState.Forbidden("");
                    case KindState.Unread _ -> new KindState.Unread("");
                    case KindState.Listed _, KindState.Given _, KindState.Missing _, KindState.NotGiven _ -> state;
                }));
        return changed;
    }
}
