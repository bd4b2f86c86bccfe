package dev.plimsoll.kinds;

/** What a client may want of a resource, by the names that authorization and discovery use. */
public enum Verb {
    GET("get"),
    LIST("list"),
    WATCH("watch"),
    CREATE("create"),
    UPDATE("update"),
    PATCH("patch"),
    DELETE("delete"),
    DELETE_COLLECTION("deletecollection");

    private final String word;

    Verb(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public boolean isWrite() {
        return this != GET && this != LIST && this != WATCH;
    }
}
