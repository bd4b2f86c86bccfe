package dev.plimsoll.codec.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.podsecurity.view.Choice;
import dev.plimsoll.core.podsecurity.view.SeLinuxOptions;
import dev.plimsoll.core.podsecurity.view.SecuredContainer;
import dev.plimsoll.core.podsecurity.view.SecuredPod;
import dev.plimsoll.core.podsecurity.view.SecuredVolume;
import dev.plimsoll.core.podsecurity.view.SecurityContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what Pod Security Standards look at from a pod, or from the template of one. */
public final class PodSecurityReader {
    private static final List<String> HOST_NAMESPACES = List.of("hostNetwork", "hostPID", "hostIPC");
    private static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");
    private static final List<String> HOOKS = List.of("postStart", "preStop");

    private PodSecurityReader() {}

    public static SecuredPod read(JsonNode pod) {
        var spec = pod.path("spec");
        var containers = new ArrayList<SecuredContainer>();
        for (var list : List.of("initContainers", "containers", "ephemeralContainers")) {
            for (var container : spec.path(list)) containers.add(container(container));
        }
        return new SecuredPod(
                annotations(pod.path("metadata").path("annotations")),
                HOST_NAMESPACES.stream()
                        .filter(name -> spec.path(name).asBoolean())
                        .toList(),
                choice(spec.path("hostUsers")) == Choice.FALSE,
                spec.path("os").path("name").asText().equals("windows"),
                context(spec.path("securityContext")),
                texts(spec.path("securityContext").path("sysctls"), "name"),
                volumes(spec.path("volumes")),
                containers);
    }

    private static Map<String, String> annotations(JsonNode annotations) {
        var read = new HashMap<String, String>();
        for (var entry : annotations.properties())
            read.put(entry.getKey(), entry.getValue().asText());
        return read;
    }

    private static SecuredContainer container(JsonNode container) {
        var context = container.path("securityContext");
        var capabilities = context.path("capabilities");
        return new SecuredContainer(
                container.path("name").asText(),
                context(context),
                context.path("privileged").asBoolean(),
                choice(context.path("allowPrivilegeEscalation")),
                context.path("procMount").asText(),
                texts(capabilities.path("add")),
                texts(capabilities.path("drop")),
                hostPorts(container.path("ports")),
                hosts(container));
    }

    private static SecurityContext context(JsonNode context) {
        var seLinux = context.path("seLinuxOptions");
        var user = context.path("runAsUser");
        return new SecurityContext(
                context.path("seccompProfile").path("type").asText(),
                context.path("appArmorProfile").path("type").asText(),
                new SeLinuxOptions(
                        seLinux.path("type").asText(),
                        seLinux.path("user").asText(),
                        seLinux.path("role").asText()),
                choice(context.path("runAsNonRoot")),
                user.isNumber() && user.asLong() == 0,
                context.path("windowsOptions").path("hostProcess").asBoolean());
    }

    private static Choice choice(JsonNode value) {
        if (!value.isBoolean()) return Choice.UNSET;
        return value.booleanValue() ? Choice.TRUE : Choice.FALSE;
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        for (var item : list) texts.add(item.asText());
        return texts;
    }

    private static List<String> texts(JsonNode list, String member) {
        var texts = new ArrayList<String>();
        for (var item : list) texts.add(item.path(member).asText());
        return texts;
    }

    /** The source of a volume is the one member beside its name. */
    private static List<SecuredVolume> volumes(JsonNode volumes) {
        var read = new ArrayList<SecuredVolume>();
        for (var volume : volumes) {
            var type = "";
            for (var member : volume.properties()) if (!member.getKey().equals("name")) type = member.getKey();
            read.add(new SecuredVolume(volume.path("name").asText(), type));
        }
        return read;
    }

    private static List<Integer> hostPorts(JsonNode ports) {
        var read = new ArrayList<Integer>();
        for (var port : ports)
            if (port.path("hostPort").asInt() != 0)
                read.add(port.path("hostPort").asInt());
        return read;
    }

    private static List<String> hosts(JsonNode container) {
        var hosts = new ArrayList<String>();
        for (var probe : PROBES) hosts(container.path(probe), hosts);
        for (var hook : HOOKS) hosts(container.path("lifecycle").path(hook), hosts);
        return hosts;
    }

    private static void hosts(JsonNode handler, List<String> hosts) {
        for (var action : List.of("httpGet", "tcpSocket")) {
            var host = handler.path(action).path("host").asText();
            if (!host.isEmpty()) hosts.add(host);
        }
    }
}
