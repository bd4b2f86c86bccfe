package dev.plimsoll.core.model;

/** An object of the same namespace named by its kind: the target of an autoscaler, or the controller of an object. */
public record CrossVersionObjectReference(String apiVersion, String kind, String name) {
    /** The same object; versions of its API do not tell objects apart. */
    public boolean isSame(CrossVersionObjectReference other) {
        return kind.equals(other.kind) && name.equals(other.name);
    }

    /** Empty for the core group. */
    public String group() {
        return apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
    }
}
