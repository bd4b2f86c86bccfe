package dev.plimsoll.core.validation;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import java.util.List;
import java.util.Set;

/** Which resource names may stand where. */
public final class ResourceNameRules {
    /** As messages list them; {@code hugepages-} stands for every page size. */
    static final List<String> SUPPORTED_AT_POD_LEVEL = List.of("cpu", "hugepages-", "memory");

    private static final Set<String> OBJECT_COUNTS = Set.of(
            "pods",
            "resourcequotas",
            "services",
            "replicationcontrollers",
            "secrets",
            "configmaps",
            "persistentvolumeclaims",
            "services.nodeports",
            "services.loadbalancers");
    private static final Set<String> COMPUTE = Set.of(
            "cpu",
            "memory",
            "ephemeral-storage",
            "storage",
            "requests.cpu",
            "requests.memory",
            "requests.ephemeral-storage",
            "requests.storage",
            "limits.cpu",
            "limits.memory",
            "limits.ephemeral-storage");
    private static final Set<String> OF_CONTAINERS = Set.of("cpu", "memory", "ephemeral-storage");

    private ResourceNameRules() {}

    /** Any list: well-formed, and either a name that Kubernetes knows or one with a domain. */
    public static void checkAnywhere(ResourceName name, String path, List<FieldError> errors) {
        var problems = LabelSyntax.qualifiedName(name.text());
        for (var problem : problems) errors.add(FieldError.invalid(path, name.text(), problem));
        if (problems.isEmpty() && !isQualified(name) && !isStandard(name)) {
            errors.add(FieldError.invalid(path, name.text(), "must be a standard resource type or fully qualified"));
        }
    }

    /** Lists of containers, overhead and LimitRange items for pods and containers. */
    public static void checkForContainers(ResourceName name, String path, List<FieldError> errors) {
        checkAnywhere(name, path, errors);
        if (!isQualified(name)) {
            if (!isForContainers(name)) {
                errors.add(FieldError.invalid(path, name.text(), "must be a standard resource for containers"));
            }
        } else if (!name.isNative() && !isExtended(name)) {
            errors.add(FieldError.invalid(path, name.text(), "doesn't follow extended resource name standard"));
        }
    }

    /** {@code spec.resources} of a pod. */
    public static void checkForPodLevel(ResourceName name, String path, List<FieldError> errors) {
        if (!name.isAllowedAtPodLevel()) {
            errors.add(FieldError.notSupported(path, name.text(), SUPPORTED_AT_POD_LEVEL));
            return;
        }
        checkAnywhere(name, path, errors);
    }

    /** {@code spec.hard} of a ResourceQuota. */
    public static void checkForQuota(ResourceName name, String path, List<FieldError> errors) {
        checkAnywhere(name, path, errors);
        if (!isQualified(name) && !isForQuota(name)) {
            errors.add(FieldError.invalid(path, name.text(), "must be a standard resource for quota"));
        }
    }

    /** Counts of things, and vendors' devices: they come whole. */
    static boolean isCounted(ResourceName name) {
        return OBJECT_COUNTS.contains(name.text()) || isExtended(name);
    }

    private static boolean isQualified(ResourceName name) {
        return name.text().indexOf('/') >= 0;
    }

    private static boolean isForContainers(ResourceName name) {
        return OF_CONTAINERS.contains(name.text()) || name.isHugePages();
    }

    private static boolean isStandard(ResourceName name) {
        return COMPUTE.contains(name.text()) || OBJECT_COUNTS.contains(name.text()) || isHugePagesOrRequest(name);
    }

    private static boolean isForQuota(ResourceName name) {
        return isStandard(name) && !name.equals(ResourceName.STORAGE);
    }

    private static boolean isHugePagesOrRequest(ResourceName name) {
        return name.isHugePages() || name.text().startsWith("requests." + ResourceName.HUGE_PAGES_PREFIX);
    }

    /** A vendor's name that stays well-formed when a quota puts {@code requests.} before it. */
    private static boolean isExtended(ResourceName name) {
        return name.isExtended()
                && LabelSyntax.qualifiedName("requests." + name.text()).isEmpty();
    }
}
