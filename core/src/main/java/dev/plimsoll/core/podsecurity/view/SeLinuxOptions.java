package dev.plimsoll.core.podsecurity.view;

/** Parts of an SELinux label; empty where nothing is said. */
public record SeLinuxOptions(String type, String user, String role) {
    public static final SeLinuxOptions NONE = new SeLinuxOptions("", "", "");
}
