package dev.plimsoll.apiserver.http;

import java.util.Arrays;
import java.util.List;

/**
 * What a path is about.
 *
 * @param apiVersion such as {@code v1} or {@code apps/v1}
 * @param namespace empty for the cluster
 * @param resource the plural; empty if the path names none
 * @param name empty for the collection
 * @param subresource empty for the object itself
 */
public record Target(String apiVersion, String namespace, String resource, String name, String subresource) {
    private static final Target NONE = new Target("", "", "", "", "");

    /** Reads the path of a resource; a path that is none has no resource. */
    public static Target of(String path) {
        var parts = Arrays.stream(path.split("/", -1))
                .filter(part -> !part.isEmpty())
                .toList();
        if (parts.size() >= 3 && parts.getFirst().equals("api"))
            return of(parts.get(1), parts.subList(2, parts.size()));
        if (parts.size() >= 4 && parts.getFirst().equals("apis")) {
            return of(parts.get(1) + "/" + parts.get(2), parts.subList(3, parts.size()));
        }
        return NONE;
    }

    private static Target of(String apiVersion, List<String> rest) {
        if (rest.size() > 5) return NONE;
        var ofNamespace = rest.getFirst().equals("namespaces") && rest.size() >= 3;
        // The namespace's own parts are the only ones that stand where a resource could.
        if (ofNamespace && !(rest.size() == 3 && isPartOfNamespace(rest.get(2)))) {
            return new Target(apiVersion, rest.get(1), rest.get(2), at(rest, 3), at(rest, 4));
        }
        if (rest.size() > 3) return NONE;
        var isNamespace = rest.getFirst().equals("namespaces") && apiVersion.equals("v1");
        return new Target(apiVersion, isNamespace ? at(rest, 1) : "", rest.getFirst(), at(rest, 1), at(rest, 2));
    }

    private static boolean isPartOfNamespace(String part) {
        return part.equals("status") || part.equals("finalize");
    }

    private static String at(List<String> parts, int index) {
        return index < parts.size() ? parts.get(index) : "";
    }

    public boolean isResource() {
        return !resource.isEmpty();
    }

    public String group() {
        var slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }
}
