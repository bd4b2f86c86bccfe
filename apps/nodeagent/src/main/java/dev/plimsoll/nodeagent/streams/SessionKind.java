package dev.plimsoll.nodeagent.streams;

/** What a session is for. */
public enum SessionKind {
    EXEC("exec", "executing command in"),
    ATTACH("attach", "attaching to"),
    PORT_FORWARD("portForward", "forwarding ports to");

    private final String path;
    private final String activity;

    SessionKind(String path, String activity) {
        this.path = path;
        this.activity = activity;
    }

    /** The first part of its path. */
    public String path() {
        return path;
    }

    String activity() {
        return activity;
    }
}
