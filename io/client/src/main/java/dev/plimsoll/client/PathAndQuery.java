package dev.plimsoll.client;

/** Path and query of a request. */
final class PathAndQuery {
    private final StringBuilder text;
    private char separator = '?';

    PathAndQuery(String path) {
        this.text = new StringBuilder(path);
    }

    /** Adds a parameter, unless it is empty. */
    PathAndQuery with(String name, String value) {
        if (value.isEmpty()) return this;
        text.append(separator).append(name).append('=').append(ApiResource.encoded(value));
        separator = '&';
        return this;
    }

    PathAndQuery with(ObjectSelection selection) {
        return with("labelSelector", selection.labels()).with("fieldSelector", selection.fields());
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
