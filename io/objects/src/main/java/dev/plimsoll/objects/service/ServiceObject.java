package dev.plimsoll.objects.service;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.intOrString;
import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.texts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ObjectSelector;
import dev.plimsoll.core.workloads.endpoints.SelectedService;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A service. */
public final class ServiceObject extends ApiObject {
    public static final ObjectKind<ServiceObject> KIND =
            new ObjectKind<>(ApiResource.SERVICES, ServiceObject.class, ServiceObject::new);

    private @Nullable LabelSelector selector;
    private @Nullable SelectedService view;

    public ServiceObject(ObjectNode document) {
        super(document);
    }

    /** Such as {@code NodePort}; empty where it says nothing. */
    public String type() {
        return text(specNode(), "type");
    }

    /** Whether a service behind a load balancer has node ports too. */
    public boolean allocatesLoadBalancerNodePorts() {
        return specNode().path("allocateLoadBalancerNodePorts").asBoolean(true);
    }

    /** The name that a service of type {@code ExternalName} stands for. */
    public String externalName() {
        return text(specNode(), "externalName");
    }

    public int portCount() {
        return specNode().path("ports").size();
    }

    private LabelSelector selector() {
        var known = selector;
        if (known == null) selector = known = ObjectSelector.ofMap(specNode().path("selector"));
        return known;
    }

    /** Whether controllers find its endpoints; those of others are written by hand. */
    public boolean hasSelector() {
        return !selector().isEverything();
    }

    /** Whether its selector means an object with these labels; an empty one means none. */
    public boolean selects(Map<String, String> labels) {
        return !selector().isEverything() && selector().matches(labels);
    }

    /** Empty for a service whose endpoints somebody else writes, or that has none. */
    public Optional<SelectedService> selected() {
        if (selector().isEverything() || text(specNode(), "type").equals("ExternalName")) return Optional.empty();
        var known = view;
        if (known == null) {
            var families = texts(specNode(), "ipFamilies");
            known = new SelectedService(
                    metadata(),
                    ports(),
                    families.isEmpty() ? List.of("IPv4") : families,
                    text(specNode(), "clusterIP").equals("None"),
                    flag(specNode(), "publishNotReadyAddresses"));
            view = known;
        }
        return Optional.of(known);
    }

    /** The address under which the cluster reaches it; empty where it has none. */
    public String clusterIp() {
        var address = text(specNode(), "clusterIP");
        return address.equals("None") ? "" : address;
    }

    /** Whether names stand for its pods, and not for an address of its own. */
    public boolean isHeadless() {
        return text(specNode(), "clusterIP").equals("None");
    }

    /** All addresses under which it is reached from anywhere in the cluster. */
    public List<String> addresses() {
        var addresses = new ArrayList<>(texts(specNode(), "clusterIPs"));
        if (addresses.isEmpty()) addresses.add(clusterIp());
        addresses.addAll(texts(specNode(), "externalIPs"));
        addresses.removeIf(each -> each.isEmpty() || each.equals("None"));
        return List.copyOf(addresses);
    }

    /** How long one client is led to the same endpoint; zero where clients are led to any. */
    public Duration affinity() {
        if (!text(specNode(), "sessionAffinity").equals("ClientIP")) return Duration.ZERO;
        var seconds = integer(specNode().path("sessionAffinityConfig").path("clientIP"), "timeoutSeconds", 10_800);
        return Duration.ofSeconds(seconds);
    }

    /**
     * A port as clients reach it.
     *
     * @param nodePort at every node; 0 where there is none
     */
    public record RoutedPort(String name, String protocol, int port, int nodePort) {}

    public List<RoutedPort> routedPorts() {
        return list(
                specNode(),
                "ports",
                port -> new RoutedPort(
                        text(port, "name"),
                        text(port, "protocol", "TCP"),
                        integer(port, "port", 0),
                        integer(port, "nodePort", 0)));
    }

    public List<SelectedService.Port> ports() {
        return list(specNode(), "ports", ServiceObject::port);
    }

    private static SelectedService.Port port(JsonNode port) {
        return new SelectedService.Port(
                text(port, "name"),
                text(port, "protocol", "TCP"),
                text(port, "appProtocol"),
                integer(port, "port", 0),
                intOrString(port, "targetPort"));
    }
}
