package dev.plimsoll.core.model;

import org.jspecify.annotations.Nullable;

/** The name of a resource, with what follows from the name alone. Ordered by its text. */
public final class ResourceName implements Comparable<ResourceName> {
    public static final String HUGE_PAGES_PREFIX = "hugepages-";
    private static final String NATIVE_DOMAIN = "kubernetes.io/";
    private static final String REQUESTS_PREFIX = "requests.";

    public static final ResourceName CPU = new ResourceName("cpu");
    public static final ResourceName MEMORY = new ResourceName("memory");
    public static final ResourceName EPHEMERAL_STORAGE = new ResourceName("ephemeral-storage");
    public static final ResourceName STORAGE = new ResourceName("storage");
    public static final ResourceName PODS = new ResourceName("pods");

    private final String name;
    private final int hash;
    private final boolean hugePages;
    private final boolean podLevel;

    private ResourceName(String name) {
        this.name = name;
        this.hash = name.hashCode();
        this.hugePages = name.startsWith(HUGE_PAGES_PREFIX);
        this.podLevel = hugePages || name.equals("cpu") || name.equals("memory");
    }

    /** The resource of that name; the well-known ones are always the same objects. */
    public static ResourceName of(String name) {
        return switch (name) {
            case "cpu" -> CPU;
            case "memory" -> MEMORY;
            case "ephemeral-storage" -> EPHEMERAL_STORAGE;
            case "storage" -> STORAGE;
            case "pods" -> PODS;
            default -> new ResourceName(name);
        };
    }

    public static ResourceName hugePages(String pageSize) {
        return of(HUGE_PAGES_PREFIX + pageSize);
    }

    public String text() {
        return name;
    }

    public boolean isHugePages() {
        return hugePages;
    }

    /** {@code 2Mi} of {@code hugepages-2Mi}; empty for every other resource. */
    public String pageSize() {
        return hugePages ? name.substring(HUGE_PAGES_PREFIX.length()) : "";
    }

    /** Whether {@code spec.resources} may hold it: cpu, memory and huge pages. */
    public boolean isAllowedAtPodLevel() {
        return podLevel;
    }

    /** Defined by Kubernetes itself, not by a device plugin or a vendor. */
    public boolean isNative() {
        return name.indexOf('/') < 0 || name.contains(NATIVE_DOMAIN);
    }

    /** A vendor's resource such as {@code example.com/gpu}. */
    public boolean isExtended() {
        return !isNative() && !name.startsWith(REQUESTS_PREFIX);
    }

    /** Whether a limit may be higher than the request. */
    public boolean allowsOvercommit() {
        return isNative() && !hugePages;
    }

    @Override
    public int compareTo(ResourceName other) {
        return name.compareTo(other.name);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ResourceName that && isSame(that);
    }

    /** Equality without a type check: lists are searched by it at every decision. */
    @SuppressWarnings("ReferenceEquality") // the common case; the text decides otherwise
    public boolean isSame(ResourceName other) {
        return this == other || (hash == other.hash && name.equals(other.name));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return name;
    }
}
