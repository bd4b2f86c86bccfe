package dev.plimsoll.apiserver.services;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Which addresses are taken: each is an IPAddress of its name, so that the store lets only one write make it. */
final class AddressClaims {
    private static final String FAMILY_LABEL = "ipaddress.kubernetes.io/ip-family";
    private static final String MANAGER_LABEL = "ipaddress.kubernetes.io/managed-by";
    private static final String MANAGER = "ipallocator.k8s.io";

    private final Registry registry;
    private final Kind kind;
    private final InstantSource clock;
    private final Supplier<String> uids;

    AddressClaims(Registry registry, Kinds kinds, InstantSource clock, Supplier<String> uids) {
        this.registry = registry;
        this.kind = kinds.named("networking.k8s.io", "IPAddress");
        this.clock = clock;
        this.uids = uids;
    }

    /** Takes an address if nobody has it. */
    boolean take(String address, ServiceName owner) {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("kind", kind.name()).put("apiVersion", kind.apiVersion());
        var meta = DocumentMetadata.of(document);
        meta.put("name", address);
        meta.put("uid", uids.get());
        meta.put("creationTimestamp", DocumentMetadata.time(clock.instant()));
        meta.put("generation", 1);
        document.withObject("/metadata")
                .putObject("labels")
                .put(FAMILY_LABEL, address.indexOf(':') < 0 ? "IPv4" : "IPv6")
                .put(MANAGER_LABEL, MANAGER);
        document.putObject("spec")
                .putObject("parentRef")
                .put("group", "")
                .put("resource", "services")
                .put("namespace", owner.namespace())
                .put("name", owner.name());
        return registry.create(kind, "", address, document) instanceof Written.Done;
    }

    /** Gives an address back, if it is still its owner's. */
    void release(String address, ServiceName owner) {
        var found = registry.find(kind, "", address);
        if (found.isPresent() && owner.equals(owner(found.get().tree()))) registry.delete(found.get());
    }

    private static ServiceName owner(JsonNode document) {
        var parent = document.path("spec").path("parentRef");
        return new ServiceName(
                parent.path("namespace").asText(), parent.path("name").asText());
    }

    /** A claim that was found in the store. */
    record Held(String address, ServiceName owner, Instant since) {}

    /** Those that servers have made. */
    List<Held> all() {
        var all = new ArrayList<Held>();
        for (var object : registry.latest(kind, "").objects()) {
            var tree = object.object().tree();
            var labels = tree.path("metadata").path("labels");
            if (!labels.path(MANAGER_LABEL).asText().equals(MANAGER)) continue;
            var made = Instant.parse(
                    tree.path("metadata").path("creationTimestamp").asText());
            all.add(new Held(DocumentMetadata.of(tree).name(), owner(tree), made));
        }
        return all;
    }
}
