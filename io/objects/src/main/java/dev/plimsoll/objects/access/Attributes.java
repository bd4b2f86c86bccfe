package dev.plimsoll.objects.access;

/**
 * What somebody wants to do.
 *
 * @param resource empty for paths outside every resource; {@code path} then says which
 * @param fieldSelector of a list or watch, as it was sent
 */
public record Attributes(
        String verb,
        String group,
        String resource,
        String subresource,
        String namespace,
        String name,
        String fieldSelector,
        String path) {
    public static Attributes ofPath(String verb, String path) {
        return new Attributes(verb, "", "", "", "", "", "", path);
    }

    public boolean isResource() {
        return !resource.isEmpty();
    }

    public String fullResource() {
        return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }

    /** The words of a refusal; {@code why} is added, if there is anything to add. */
    public String refusal(User user, String why) {
        return why.isEmpty() ? refusal(user) : refusal(user) + ": " + why;
    }

    private String refusal(User user) {
        var text = new StringBuilder("User \"")
                .append(user.name())
                .append("\" cannot ")
                .append(verb);
        if (!isResource())
            return text.append(" path \"").append(path).append('"').toString();
        text.append(" resource \"")
                .append(fullResource())
                .append("\" in API group \"")
                .append(group)
                .append('"');
        return text.append(namespace.isEmpty() ? " at the cluster scope" : " in the namespace \"" + namespace + "\"")
                .toString();
    }
}
