package dev.plimsoll.core.model;

/** What a change of one resource does to a running container. Both members are as sent; empty means not given. */
public record ResizePolicy(String resourceName, String restartPolicy) {
    public static final String NOT_REQUIRED = "NotRequired";
    public static final String RESTART_CONTAINER = "RestartContainer";
}
