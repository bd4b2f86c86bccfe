package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.RuntimeHandler;
import dev.plimsoll.cri.config.IdMapping;
import dev.plimsoll.linux.files.Mounts;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import dev.plimsoll.nodeagent.payload.UnsupportedFeature;
import dev.plimsoll.nodeagent.volumes.PodFolder;
import dev.plimsoll.objects.pod.PodObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Users and groups of the node for pods that have users of their own ({@code hostUsers: false}): 65,536 for each, which no other pod
 * has while it is there. Which they are stands in the folder of the pod, and is free again when that folder is removed.
 */
public final class UserNamespaces {
    private static final long LENGTH = SubordinateUsers.LENGTH;
    private static final String FILE = "user-namespace";
    private static final Pattern LINE = Pattern.compile("0 (\\d{1,10}) " + LENGTH + "\n");

    private final CriClient cri;
    private final NodeSetup node;
    private final Mounts mounts;
    private final SubordinateUsers users;

    public UserNamespaces(CriClient cri, NodeSetup node, Mounts mounts, SubordinateUsers users) {
        this.cri = cri;
        this.node = node;
        this.mounts = mounts;
        this.users = users;
    }

    /** For a sandbox that is to be made: empty for the users of the node, and a reason where the runtime's handler has no others. */
    CriReply<List<IdMapping>> forSandbox(PodObject pod, String handler) {
        if (!pod.hasOwnUsers()) return new CriReply.Ok<>(List.of());
        return cri.handlers()
                .then(known -> known.stream().anyMatch(each -> each.name().equals(handler) && each.userNamespaces())
                        ? given(pod)
                        : UnsupportedFeature.failure("a pod with users of its own (hostUsers: false), which "
                                + name(handler, known) + " does not offer,"));
    }

    private static String name(String handler, List<RuntimeHandler> known) {
        return handler.isEmpty() || known.isEmpty()
                ? "the container runtime"
                : "the runtime handler \"" + handler + "\"";
    }

    /** Those that a pod has, or has from now on; empty for the users of the node. */
    CriReply<List<IdMapping>> given(PodObject pod) {
        if (!pod.hasOwnUsers()) return new CriReply.Ok<>(List.of());
        try {
            return new CriReply.Ok<>(List.of(new IdMapping(range(pod.uid()) * LENGTH, 0, LENGTH)));
        } catch (IOException e) {
            return new CriReply.Failed<>(CriReply.Code.INTERNAL, "users of the pod's own: " + e.getMessage());
        }
    }

    private synchronized long range(String uid) throws IOException {
        var folder = new PodFolder(node.root(), uid, mounts);
        var known = read(folder.file(FILE));
        if (known.isPresent()) return known.get();
        var taken = taken();
        var allowed = users.ranges();
        for (var range = allowed.first(); range <= allowed.last(); range++) {
            if (taken.contains(range)) continue;
            folder.keep(FILE, "0 " + range * LENGTH + " " + LENGTH + "\n");
            return range;
        }
        throw new IOException("all " + (allowed.last() - allowed.first() + 1) + " ranges of this node are taken");
    }

    /** Those of all pods whose folder is there, also of pods that do not run. */
    private Set<Long> taken() throws IOException {
        var taken = new HashSet<Long>();
        for (var folder : PodFolder.all(node.root())) read(folder.resolve(FILE)).ifPresent(taken::add);
        return taken;
    }

    private static Optional<Long> read(Path file) throws IOException {
        var text = PodFolder.text(file);
        if (text.isEmpty()) return Optional.empty();
        var line = LINE.matcher(text.get());
        var first = line.matches() ? Long.parseLong(line.group(1)) : 0;
        if (first % LENGTH != 0 || first < LENGTH || first > SubordinateUsers.ALL.last() * LENGTH)
            throw new IOException(file + " is damaged: delete the pod that it belongs to");
        return Optional.of(first / LENGTH);
    }
}
