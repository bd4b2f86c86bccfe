package dev.plimsoll.client;

/** Path and query of a request. */
final class Target {
    private final StringBuilder text;
    private char separator = '?';

    Target(String path) {
        this.text = new StringBuilder(path);
    }

    /** Adds a parameter, unless it is empty. */
    Target with(String name, String value) {
        if (value.isEmpty()) return this;
        text.append(separator).append(name).append('=').append(ApiResource.encoded(value));
        separator = '&';
        return this;
    }

    Target with(Selection selection) {
        return with("labelSelector", selection.labels()).with("fieldSelector", selection.fields());
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
