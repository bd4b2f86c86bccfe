package dev.plimsoll.apiserver.request;

import java.util.List;

/**
 * What a path is about. Authorization and routing both read it from here, so that what was allowed is what is done.
 *
 * @param apiVersion such as {@code v1} or {@code apps/v1}
 * @param parent the namespace that stands before the resource; empty for the cluster
 * @param resource the plural; empty if the path names none
 * @param name empty for the collection
 * @param subresource empty for the object itself
 * @param rest what follows the subresource; no path that is served has any
 * @param watch whether the path begins with {@code watch/}, the old way to ask for a watch
 */
public record RequestTarget(
        String apiVersion,
        String parent,
        String resource,
        String name,
        String subresource,
        List<String> rest,
        boolean watch) {
    private static final String NAMESPACES = "namespaces";
    private static final String WATCH = "watch";
    private static final RequestTarget NONE = new RequestTarget("", "", "", "", "", List.of(), false);

    public RequestTarget {
        rest = List.copyOf(rest);
    }

    /**
     * Reads the path of a resource; a path that is none has no resource. Nor has one with an empty segment or a dot segment:
     * whoever stands between client and server could read it differently.
     */
    public static RequestTarget of(String path) {
        var parts = List.of(trimmed(path).split("/", -1));
        for (var part : parts) if (isAmbiguous(part)) return NONE;
        if (parts.size() >= 3 && parts.getFirst().equals("api"))
            return of(parts.get(1), parts.subList(2, parts.size()));
        if (parts.size() >= 4 && parts.getFirst().equals("apis")) {
            return of(parts.get(1) + "/" + parts.get(2), parts.subList(3, parts.size()));
        }
        return NONE;
    }

    private static String trimmed(String path) {
        var start = 0;
        var end = path.length();
        if (start < end && path.charAt(start) == '/') start++;
        while (start < end && path.charAt(end - 1) == '/') end--;
        return path.substring(start, end);
    }

    private static boolean isAmbiguous(String part) {
        return part.isEmpty() || part.equals(".") || part.equals("..");
    }

    private static RequestTarget of(String apiVersion, List<String> parts) {
        if (parts.getFirst().equals(WATCH)) {
            return parts.size() == 1
                    ? new RequestTarget(apiVersion, "", "", "", "", List.of(), true)
                    : of(apiVersion, parts.subList(1, parts.size()), true);
        }
        return of(apiVersion, parts, false);
    }

    private static RequestTarget of(String apiVersion, List<String> parts, boolean watch) {
        var isNested = parts.size() >= 3 && parts.getFirst().equals(NAMESPACES) && !isPartOfNamespace(parts.get(2));
        var parent = isNested ? parts.get(1) : "";
        var own = isNested ? parts.subList(2, parts.size()) : parts;
        return new RequestTarget(
                apiVersion,
                parent,
                own.getFirst(),
                at(own, 1),
                at(own, 2),
                own.size() > 3 ? own.subList(3, own.size()) : List.of(),
                watch);
    }

    /** The namespace's own parts are the only ones that stand where a resource could. */
    private static boolean isPartOfNamespace(String part) {
        return part.equals("status") || part.equals("finalize");
    }

    private static String at(List<String> parts, int index) {
        return index < parts.size() ? parts.get(index) : "";
    }

    public boolean isResource() {
        return !resource.isEmpty();
    }

    /** Whether it is {@code watch} without anything to watch. */
    public boolean isUnfinished() {
        return watch && resource.isEmpty();
    }

    /** The namespace of the request. That of a Namespace is its own name, wherever it stands. */
    public String namespace() {
        return isNamespace() ? name : parent;
    }

    /** Whether it is about one object of the kind Namespace. */
    boolean isNamespace() {
        return apiVersion.equals("v1") && resource.equals(NAMESPACES) && !name.isEmpty();
    }

    public String group() {
        var slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    public String version() {
        return apiVersion.substring(apiVersion.indexOf('/') + 1);
    }
}
