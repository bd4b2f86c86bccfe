package dev.plimsoll.codec.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Short ways for tests to load a text named {@code f.yaml}. */
public final class Loads {
    public static final String HEAD = "apiVersion: v1\nkind: Thing\n";

    private Loads() {}

    static List<Manifest> all(String text) {
        return switch (new ManifestLoader().read("f.yaml", text)) {
            case Loaded.Documents(var manifests) -> manifests;
            case Loaded.Unreadable unreadable -> throw new AssertionError(unreadable.line());
        };
    }

    static Manifest one(String text) {
        var manifests = all(text);
        if (manifests.size() != 1) throw new AssertionError(manifests.size() + " objects");
        return manifests.getFirst();
    }

    /** The field {@code x} of an object that is otherwise valid. */
    public static JsonNode field(String rest) {
        return one(HEAD + rest).document().path("x");
    }

    public static String problem(String text) {
        return problem(new ManifestLoader().read("f.yaml", text));
    }

    public static String problem(Loaded loaded) {
        return switch (loaded) {
            case Loaded.Documents(var manifests) -> manifests.size() + " objects";
            case Loaded.Unreadable unreadable -> unreadable.line();
        };
    }
}
