package dev.plimsoll.codec.view;

import dev.plimsoll.core.model.lifecycle.ContainerHandler;
import dev.plimsoll.core.model.lifecycle.ContainerLifecycle;
import dev.plimsoll.core.model.lifecycle.Probe;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads probes, hooks and rules of restarts of a container. */
final class LifecycleReader {
    private static final List<String> READ =
            List.of("startupProbe", "readinessProbe", "livenessProbe", "lifecycle", "restartPolicyRules");

    private LifecycleReader() {}

    static ContainerLifecycle lifecycle(Cursor container) {
        // Most containers have none, and share one value.
        if (!container.hasAnyOf(READ)) return ContainerLifecycle.NONE;
        var hooks = container.object("lifecycle");
        return new ContainerLifecycle(
                probe(container.object("startupProbe")),
                probe(container.object("readinessProbe")),
                probe(container.object("livenessProbe")),
                handler(hooks.object("postStart")),
                handler(hooks.object("preStop")),
                container.list("restartPolicyRules", LifecycleReader::rule),
                hooks.text("stopSignal"));
    }

    private static @Nullable Probe probe(Cursor probe) {
        var handler = handler(probe);
        if (handler == null) return null;
        return new Probe(
                handler,
                probe.smallInteger("initialDelaySeconds"),
                probe.smallInteger("periodSeconds"),
                probe.smallInteger("timeoutSeconds"),
                probe.smallInteger("successThreshold"),
                probe.smallInteger("failureThreshold"),
                probe.integer("terminationGracePeriodSeconds", PodPlacement.UNSET));
    }

    /** Null where none is given that a node knows. */
    private static @Nullable ContainerHandler handler(Cursor owner) {
        if (owner.has("exec"))
            return new ContainerHandler.Exec(owner.object("exec").texts("command"));
        if (owner.has("httpGet")) return httpGet(owner.object("httpGet"));
        if (owner.has("tcpSocket")) {
            var socket = owner.object("tcpSocket");
            return new ContainerHandler.TcpSocket(socket.text("host"), socket.intOrText("port"));
        }
        if (owner.has("grpc")) {
            var grpc = owner.object("grpc");
            return new ContainerHandler.Grpc(grpc.smallInteger("port"), grpc.text("service"));
        }
        if (owner.has("sleep"))
            return new ContainerHandler.Sleep(owner.object("sleep").integer("seconds", 0));
        return null;
    }

    private static ContainerHandler httpGet(Cursor http) {
        var scheme = http.text("scheme");
        var path = http.text("path");
        return new ContainerHandler.HttpGet(
                scheme.isEmpty() ? "HTTP" : scheme,
                http.text("host"),
                http.intOrText("port"),
                path.isEmpty() ? "/" : path,
                http.list(
                        "httpHeaders",
                        header -> new ContainerHandler.Header(header.text("name"), header.text("value"))));
    }

    private static ContainerLifecycle.RestartRule rule(Cursor rule) {
        var codes = rule.object("exitCodes");
        return new ContainerLifecycle.RestartRule(
                rule.text("action"), codes.text("operator"), codes.smallIntegers("values"));
    }
}
