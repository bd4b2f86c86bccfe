package dev.plimsoll.kinds.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.GroupPriority;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Subresource;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.builtin.Kinds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What the server has, for clients that look before they ask: as lists of one group each, and all in one. */
public final class Discovery {
    private final Kinds kinds;
    private final Supplier<List<BackendVersion>> backends;

    /** Of these kinds, and of the group versions that other servers answer for at the time of the question. */
    public Discovery(Kinds kinds, Supplier<List<BackendVersion>> backends) {
        this.kinds = kinds;
        this.backends = backends;
    }

    /** The page {@code /}: which pages there are. */
    public static ObjectNode paths(List<String> known) {
        var root = JsonNodeFactory.instance.objectNode();
        var paths = root.putArray("paths");
        known.forEach(paths::add);
        return root;
    }

    /** The page {@code /api}. */
    public ObjectNode versions() {
        var versions = typed("APIVersions", "");
        versions.remove("apiVersion");
        versions.putArray("versions").add("v1");
        var address = versions.putArray("serverAddressByClientCIDRs").addObject();
        address.put("clientCIDR", "0.0.0.0/0").put("serverAddress", "127.0.0.1");
        return versions;
    }

    /** The page {@code /apis}. */
    public ObjectNode groups() {
        var list = typed("APIGroupList", "v1");
        var groups = list.putArray("groups");
        groupVersions().forEach((name, versions) -> {
            if (!name.isEmpty()) groups.add(group(name, versions));
        });
        return list;
    }

    /** The page of one group; empty if there is no such group. */
    public Optional<ObjectNode> groupOf(String name) {
        // Read once: a definition may vanish at any time.
        var versions = groupVersions().get(name);
        return versions == null || name.isEmpty()
                ? Optional.empty()
                : Optional.of(typed("APIGroup", "v1").setAll(group(name, versions)));
    }

    private static ObjectNode group(String name, List<String> served) {
        var group = JsonNodeFactory.instance.objectNode();
        group.put("name", name);
        var versions = group.putArray("versions");
        for (var version : served) version(versions.addObject(), name, version);
        group.set("preferredVersion", versions.get(0).deepCopy());
        return group;
    }

    private static void version(ObjectNode node, String group, String version) {
        node.put("groupVersion", group + "/" + version).put("version", version);
    }

    /** Groups by their priority, versions by theirs; what is registered for the same place stays in the order of the server. */
    private Map<String, List<String>> groupVersions() {
        var own = new LinkedHashMap<String, List<String>>();
        for (var kind : kinds.all()) {
            var list = own.computeIfAbsent(kind.group(), _ -> new ArrayList<>());
            if (!list.contains(kind.version())) list.add(kind.version());
        }
        var others = backends.get();
        return others.isEmpty() ? own : with(others, own);
    }

    private static Map<String, List<String>> with(List<BackendVersion> others, Map<String, List<String>> own) {
        var priorities = new HashMap<String, Integer>();
        for (var group : own.keySet()) priorities.put(group, GroupPriority.ofGroup(group));
        for (var other : others) {
            var registered = other.registration();
            priorities.merge(registered.group(), registered.groupPriority(), Math::max);
            var versions = own.computeIfAbsent(registered.group(), _ -> new ArrayList<>());
            if (versions.contains(registered.version())) continue;
            var place = 0;
            while (place < versions.size()
                    && priority(registered.group(), versions.get(place), others) >= registered.versionPriority())
                place++;
            versions.add(place, registered.version());
        }
        var sorted = new LinkedHashMap<String, List<String>>();
        own.keySet().stream()
                .sorted(Comparator.comparingInt((String group) -> -priorities.getOrDefault(group, 0)))
                .forEach(group -> sorted.put(group, own.getOrDefault(group, List.of())));
        return sorted;
    }

    private static int priority(String group, String version, List<BackendVersion> others) {
        for (var other : others) {
            var registered = other.registration();
            if (registered.group().equals(group) && registered.version().equals(version))
                return registered.versionPriority();
        }
        return GroupPriority.ofVersion(group + "/" + version);
    }

    /** The page of one group version; empty if there is none of its kinds here. */
    public Optional<ObjectNode> resources(String apiVersion) {
        var known = kinds.of(apiVersion);
        if (known.isEmpty()) return Optional.empty();
        var list = typed("APIResourceList", "v1");
        // The list of the core group is older than the convention.
        if (apiVersion.indexOf('/') < 0) list.remove("apiVersion");
        list.put("groupVersion", apiVersion);
        var resources = list.putArray("resources");
        for (var kind : known) {
            var node = resources.addObject();
            node.put("name", kind.plural());
            node.put("singularName", kind.singular());
            node.put("namespaced", kind.namespaced());
            node.put("kind", kind.name());
            verbs(node, kind.verbs());
            texts(node, "shortNames", kind.shortNames());
            texts(node, "categories", kind.categories());
            kinds.storageVersionHash(kind).ifPresent(hash -> node.put("storageVersionHash", hash));
            for (var sub : kind.subresources()) subresource(resources.addObject(), kind, sub);
        }
        return Optional.of(list);
    }

    private static void subresource(ObjectNode node, Kind kind, Subresource sub) {
        node.put("name", kind.plural() + "/" + sub.name());
        node.put("singularName", "");
        node.put("namespaced", kind.namespaced());
        if (!sub.apiVersion().equals(kind.apiVersion()))
            node.put("group", sub.group()).put("version", sub.version());
        node.put("kind", sub.kind());
        verbs(node, sub.verbs());
    }

    private static void verbs(ObjectNode node, Collection<Verb> verbs) {
        texts(node, "verbs", verbs.stream().map(Verb::word).sorted().toList());
    }

    private static void texts(ObjectNode node, String name, List<String> values) {
        if (values.isEmpty()) return;
        var list = node.putArray(name);
        values.forEach(list::add);
    }

    /** Everything of the core group, or of all others, at once. */
    public ObjectNode aggregated(boolean core, String version) {
        var list = typed("APIGroupDiscoveryList", "apidiscovery.k8s.io/" + version);
        list.putObject("metadata");
        var items = list.putArray("items");
        groupVersions().forEach((group, versions) -> {
            if (group.isEmpty() == core) aggregated(items, group, versions);
        });
        return list;
    }

    private void aggregated(ArrayNode items, String group, List<String> versions) {
        var item = items.addObject();
        item.set("metadata", item.objectNode());
        if (!group.isEmpty()) item.withObject("/metadata").put("name", group);
        var list = item.putArray("versions");
        for (var version : versions) {
            var node = list.addObject();
            node.put("version", version);
            var backend = backend(group, version);
            if (backend.isPresent()) {
                node.put("freshness", backend.get().isFresh() ? "Current" : "Stale");
                node.set("resources", BackendResources.of(backend.get()));
                continue;
            }
            node.put("freshness", "Current");
            var resources = node.putArray("resources");
            for (var kind : kinds.of(group.isEmpty() ? version : group + "/" + version)) {
                aggregated(resources.addObject(), kind);
            }
        }
    }

    private Optional<BackendVersion> backend(String group, String version) {
        return backends.get().stream()
                .filter(each -> each.registration().group().equals(group)
                        && each.registration().version().equals(version))
                .findFirst();
    }

    private static void aggregated(ObjectNode node, Kind kind) {
        node.put("resource", kind.plural());
        responseKind(node, kind.group(), kind.version(), kind.name());
        node.put("scope", kind.namespaced() ? "Namespaced" : "Cluster");
        node.put("singularResource", kind.singular());
        verbs(node, kind.verbs());
        texts(node, "shortNames", kind.shortNames());
        texts(node, "categories", kind.categories());
        if (kind.subresources().isEmpty()) return;
        var list = node.putArray("subresources");
        for (var sub : kind.subresources()) {
            var entry = list.addObject();
            entry.put("subresource", sub.name());
            responseKind(entry, sub.group(), sub.version(), sub.kind());
            verbs(entry, sub.verbs());
        }
    }

    private static void responseKind(ObjectNode node, String group, String version, String kind) {
        node.putObject("responseKind")
                .put("group", group)
                .put("version", version)
                .put("kind", kind);
    }

    private static ObjectNode typed(String kind, String apiVersion) {
        return JsonNodeFactory.instance.objectNode().put("kind", kind).put("apiVersion", apiVersion);
    }
}
