package dev.plimsoll.kinds.discovery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The version of Kubernetes whose API is served. */
public final class ServerVersion {
    public static final String GIT_VERSION = "v1.37.0";

    private ServerVersion() {}

    /** The page {@code /version}. */
    public static ObjectNode document() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("major", "1")
                .put("minor", "37")
                .put("gitVersion", GIT_VERSION)
                .put("gitCommit", "")
                .put("gitTreeState", "clean")
                .put("buildDate", "2026-01-01T00:00:00Z")
                .put("goVersion", "none")
                .put("compiler", "gc")
                .put("platform", "linux/amd64");
    }
}
