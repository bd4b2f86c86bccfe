package dev.plimsoll.nodeagent.cri.container;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.linux.files.OpenFolder;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import dev.plimsoll.nodeagent.payload.References.Claimed;
import dev.plimsoll.nodeagent.volumes.PayloadPath;
import dev.plimsoll.objects.node.ClaimFolderNotes;
import dev.plimsoll.objects.node.NodeObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folders of this node that were made for claims and go with them. Which they are is written down before a pod uses one, on the
 * disk and in the API, where whoever deletes the volume says that its folder is to go. Only what is written down is ever removed.
 */
public final class ClaimFolders {
    private final NodeSetup node;
    private final ApiClient client;

    public ClaimFolders(NodeSetup node, ApiClient client) {
        this.node = node;
        this.client = client;
    }

    private Path notes() {
        return node.root().resolve("claims");
    }

    /** A pod is about to use a volume. */
    CriReply<Done> use(Claimed volume) {
        if (!volume.isTemporary() || !PayloadPath.isName(volume.volume())) return new CriReply.Ok<>(Done.DONE);
        var note = notes().resolve(volume.volume());
        if (Files.exists(note)) return new CriReply.Ok<>(Done.DONE);
        var told = tell(ClaimFolderNotes.kept(volume.volume()));
        if (!told.isEmpty())
            return new CriReply.Failed<>(
                    CriReply.Code.UNAVAILABLE,
                    "that the node has volume " + volume.volume() + " cannot be told: " + told);
        try {
            PrivateFiles.createDirectories(notes());
            PrivateFiles.write(note, volume.source().path());
            return new CriReply.Ok<>(Done.DONE);
        } catch (IOException e) {
            return new CriReply.Failed<>(CriReply.Code.INTERNAL, "the note of a volume cannot be written: " + e);
        }
    }

    /** Removes the folders of volumes that are gone; what went wrong. */
    public List<String> removeReleased() {
        if (!Files.isDirectory(notes())) return List.of();
        return switch (client.get(ApiResource.NODES, ObjectName.ofCluster(node.name()))) {
            case RequestResult.Done<ObjectNode>(var document) -> removeReleased(new NodeObject(document));
            // It is asked again; who tells of an API that is away is somebody else.
            case RequestResult<ObjectNode> _ -> List.of();
        };
    }

    private List<String> removeReleased(NodeObject self) {
        var problems = new ArrayList<String>();
        for (var volume : ClaimFolderNotes.released(self)) {
            var problem = removed(volume);
            if (!problem.isEmpty()) problems.add("the folder of volume " + volume + " cannot be removed: " + problem);
        }
        // Somebody has made the node anew, and does not know.
        for (var volume : known()) {
            if (ClaimFolderNotes.isNoted(self, volume)) continue;
            var problem = tell(ClaimFolderNotes.kept(volume));
            if (!problem.isEmpty()) problems.add("that the node has volume " + volume + " cannot be told: " + problem);
        }
        return problems;
    }

    private List<String> known() {
        var names = notes().toFile().list();
        return names == null
                ? List.of()
                : Stream.of(names).filter(PayloadPath::isName).toList();
    }

    private String removed(String volume) {
        if (!PayloadPath.isName(volume)) return "that is no name of a volume";
        var note = notes().resolve(volume);
        try {
            if (Files.exists(note)) {
                OpenFolder.removeWhole(Path.of(Files.readString(note)));
                Files.delete(note);
            }
            return tell(ClaimFolderNotes.removed(volume));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private String tell(Patch change) {
        var outcome = client.patch(ApiResource.NODES, ObjectName.ofCluster(node.name()), change);
        return outcome instanceof RequestResult.Done<ObjectNode> ? "" : outcome.problem();
    }
}
