package dev.plimsoll.codec.manifest;

/** The wire names that loading itself has to know. */
final class ManifestFields {
    static final String API_VERSION = "apiVersion";
    static final String KIND = "kind";
    static final String METADATA = "metadata";
    static final String NAME = "name";
    static final String GENERATE_NAME = "generateName";
    static final String SPEC = "spec";
    static final String ITEMS = "items";

    private ManifestFields() {}
}
