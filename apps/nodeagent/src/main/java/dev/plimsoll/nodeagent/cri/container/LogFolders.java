package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.linux.files.OpenFolder;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import dev.plimsoll.nodeagent.volumes.PayloadPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The folders into which the runtime writes what containers say. They outlive their pods on the node, for people to read, and go when the
 * API no longer has the pod. Which they are is written down before the runtime writes: others may have logs beside them, and only what is
 * written down is ever removed.
 */
public final class LogFolders {
    private static final CriReply<Done> DONE = new CriReply.Ok<>(Done.DONE);

    private final NodeSetup node;

    public LogFolders(NodeSetup node) {
        this.node = node;
    }

    private Path notes() {
        return node.root().resolve("pod-logs");
    }

    /** Makes the folder of a pod. */
    CriReply<Done> make(String uid, Path folder) {
        return trying(() -> makeNoted(uid, folder));
    }

    /** Makes the folder of a container that is about to start; of the instances before it the logs of the last one stay. */
    CriReply<Done> make(String uid, Path folder, String container, int restartCount) {
        return trying(() -> {
            makeNoted(uid, folder);
            var own = folder.resolve(container);
            PrivateFiles.createDirectories(own);
            for (var file : LogNames.in(own))
                if (file.restartCount() < restartCount - 1) Files.deleteIfExists(file.path());
        });
    }

    private void makeNoted(String uid, Path folder) throws IOException {
        var note = notes().resolve(uid);
        if (PayloadPath.isName(uid) && !Files.exists(note)) {
            PrivateFiles.createDirectories(notes());
            PrivateFiles.write(note, folder.toString());
        }
        PrivateFiles.createDirectories(folder);
    }

    private interface Work {
        void run() throws IOException;
    }

    private static CriReply<Done> trying(Work work) {
        try {
            work.run();
            return DONE;
        } catch (IOException e) {
            return new CriReply.Failed<>(CriReply.Code.INTERNAL, "the folder for logs cannot be made: " + e);
        }
    }

    /** Removes the folders of all other pods; what went wrong. */
    public List<String> removeBut(Predicate<String> kept) {
        var problems = new ArrayList<String>();
        for (var uid : known()) {
            if (kept.test(uid)) continue;
            try {
                var note = notes().resolve(uid);
                OpenFolder.removeWhole(Path.of(Files.readString(note)));
                Files.delete(note);
            } catch (NoSuchFileException _) {
                // Somebody else has removed it, which is as good.
            } catch (IOException e) {
                problems.add("the logs of pod " + uid + " cannot be removed: " + e);
            }
        }
        return problems;
    }

    private List<String> known() {
        var names = notes().toFile().list();
        return names == null
                ? List.of()
                : Stream.of(names).filter(PayloadPath::isName).toList();
    }
}
