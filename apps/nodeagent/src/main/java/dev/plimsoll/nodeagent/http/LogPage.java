package dev.plimsoll.nodeagent.http;

import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.logs.LogCopy;
import dev.plimsoll.nodeagent.logs.LogRequest;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code /containerLogs/NAMESPACE/POD/CONTAINER}. */
final class LogPage {
    private static final String NAME = "containerLogs";

    private final NodeAgent agent;
    private final InstantSource clock;

    LogPage(NodeAgent agent, InstantSource clock) {
        this.agent = agent;
        this.clock = clock;
    }

    static boolean isAt(List<String> parts) {
        return parts.size() == 4 && parts.getFirst().equals(NAME);
    }

    /** Whether the node has the pod of this path. */
    static boolean isOf(NodeAgent agent, List<String> parts) {
        return pod(agent, parts.get(1), parts.get(2)).isPresent();
    }

    static Optional<PodRecord> pod(NodeAgent agent, String namespace, String name) {
        return agent.state().pods().values().stream()
                .filter(record -> record.pod().metadata().name().equals(name)
                        && record.pod().metadata().namespace().equals(namespace))
                .findFirst();
    }

    NodeReply answer(List<String> parts, String query) {
        var name = parts.get(2);
        var container = parts.get(3);
        var pod = pod(agent, parts.get(1), name);
        if (pod.isEmpty()) return NodeReply.text(404, "pod \"" + name + "\" does not exist\n");
        if (!has(pod.get(), container))
            return NodeReply.text(404, "container \"" + container + "\" not found in pod \"" + name + "\"\n");
        return switch (LogRequest.parse(query, clock.instant())) {
            case LogRequest.Parsed.Malformed(var why) -> NodeReply.text(400, why + "\n");
            case LogRequest.Parsed.Ok(var request) -> opened(pod.get(), container, request);
        };
    }

    static boolean has(PodRecord record, String container) {
        var spec = record.pod().spec();
        return Stream.of(spec.containers(), spec.initContainers(), spec.ephemeralContainers())
                .flatMap(List::stream)
                .anyMatch(each -> each.name().equals(container));
    }

    private NodeReply opened(PodRecord record, String container, LogRequest request) {
        var metadata = record.pod().metadata();
        var described = "container \"" + container + "\" in pod \"" + metadata.name() + "\"";
        try {
            var found = agent.runtime().log(metadata.uid(), container, request.previous());
            if (found.isEmpty() && request.previous())
                return NodeReply.text(400, "previous terminated " + described + " not found\n");
            if (found.isEmpty()) return NodeReply.text(400, described + " is waiting to start: ContainerCreating\n");
            var skipped = 0L;
            try (var counted = found.get()) {
                skipped = LogCopy.linesBefore(counted, request);
            }
            var first = skipped;
            return new NodeReply.Flowing("text/plain", stream -> {
                var log = agent.runtime().log(metadata.uid(), container, request.previous());
                if (log.isEmpty()) return; // it was removed meanwhile
                try (var copied = log.get()) {
                    new LogCopy(request, stream).run(copied, first);
                }
            });
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return NodeReply.text(503, "the node is stopping\n");
        } catch (IOException _) {
            return NodeReply.text(500, "the log of " + described + " cannot be read\n");
        }
    }
}
