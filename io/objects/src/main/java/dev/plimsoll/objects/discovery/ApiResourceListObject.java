package dev.plimsoll.objects.discovery;

import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import java.util.List;
import java.util.Optional;

/** The resources of one version of a group, as its discovery page lists them. */
public final class ApiResourceListObject {
    private final List<Entry> entries;

    /** @param name with its subresource, where it is one: {@code pods/resize} */
    private record Entry(String name, String kind) {}

    public ApiResourceListObject(ObjectNode document) {
        this.entries = list(document, "resources", each -> new Entry(text(each, "name"), text(each, "kind")));
    }

    /** Whether a resource, or a subresource such as {@code pods/resize}, is listed. */
    public boolean has(String name) {
        return entries.stream().anyMatch(entry -> entry.name().equals(name));
    }

    /** The resource of a kind in the version that this list is of. */
    public Optional<ApiResource> ofKind(String apiVersion, String kind) {
        var slash = apiVersion.indexOf('/');
        var group = slash < 0 ? "" : apiVersion.substring(0, slash);
        return entries.stream()
                .filter(entry -> entry.kind().equals(kind) && !entry.name().contains("/"))
                .map(entry -> ApiResource.namespaced(group, apiVersion.substring(slash + 1), entry.name(), kind))
                .findFirst();
    }
}
