package dev.plimsoll.nodeagent.cri.observation;

import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.cri.Container;
import dev.plimsoll.cri.ContainerStatus;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.config.ContainerConfig.Mount;
import dev.plimsoll.linux.files.Mounts;
import dev.plimsoll.nodeagent.logs.CriLogFile;
import dev.plimsoll.nodeagent.logs.LogTail;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import dev.plimsoll.nodeagent.volumes.PodFolder;
import dev.plimsoll.objects.pod.spec.ContainerObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** What containers leave to be told at their end: a file that is mounted into them, or the end of their log. */
public final class TerminationMessages {
    private static final int MOST_BYTES = 4096;
    /** As far back as the last lines are looked for. */
    private static final int LOG_READ = 64 * 1024;

    private final NodeSetup node;
    private final Mounts mounts;

    public TerminationMessages(NodeSetup node, Mounts mounts) {
        this.node = node;
        this.mounts = mounts;
    }

    private PodFolder folder(String uid) {
        return new PodFolder(node.root(), uid, mounts);
    }

    /** With the file that the container is to write. */
    public CriReply<List<Mount>> with(List<Mount> others, Act.StartContainer act, ContainerObject container) {
        var path = container.terminationMessagePath();
        if (path.isEmpty()) return new CriReply.Ok<>(others);
        try {
            var file = folder(act.uid()).makeTerminationMessage(act.container(), act.restartCount());
            var all = new ArrayList<>(others);
            all.add(new Mount(path, file.toString(), false));
            return new CriReply.Ok<>(all);
        } catch (IOException e) {
            return new CriReply.Failed<>(
                    CriReply.Code.INTERNAL, "the file for the termination message cannot be made: " + e);
        }
    }

    /** What an instance has left; what the runtime says of its end where there is nothing. */
    public String read(Container container, ContainerStatus status) {
        var uid = CriLabels.uid(container);
        var count = CriLabels.restartCount(container);
        var own = end(folder(uid).terminationMessage(CriLabels.name(container), count), MOST_BYTES);
        if (!own.isEmpty()) return own;
        var fallsBack = "FallbackToLogsOnError".equals(status.annotations().get(CriLabels.MESSAGE_POLICY));
        var said = fallsBack && status.exitCode() != 0 ? log(container, count) : "";
        return said.isEmpty() ? status.message() : said;
    }

    /** The last bytes of a file; nothing of one that is not there. */
    private static String end(Path file, int most) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return "";
        try (var channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            var size = Math.min(most, channel.size());
            var bytes = ByteBuffer.allocate(Math.toIntExact(size));
            channel.position(channel.size() - size);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // reads on
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "the termination message cannot be read: " + e.getMessage();
        }
    }

    private String log(Container container, int count) {
        var labels = container.labels();
        var file = node.logs()
                .resolve(labels.getOrDefault(CriLabels.POD_NAMESPACE, "") + "_"
                        + labels.getOrDefault(CriLabels.POD_NAME, "") + "_" + CriLabels.uid(container))
                .resolve(CriLabels.name(container))
                .resolve(count + ".log");
        if (!Files.isRegularFile(file)) return "";
        try {
            return tail(file);
        } catch (IOException e) {
            return "the log cannot be read: " + e.getMessage();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static String tail(Path file) throws IOException, InterruptedException {
        try (var log = CriLogFile.openEnd(file, LOG_READ)) {
            return LogTail.of(log);
        }
    }
}
