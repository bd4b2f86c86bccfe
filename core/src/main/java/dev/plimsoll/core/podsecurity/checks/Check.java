package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.Optional;

/** One requirement of a standard. */
public interface Check {
    /** Orders checks within their level. */
    String id();

    /** The minor version of Kubernetes from which on the check is part of its standard. */
    default int since() {
        return 0;
    }

    /** The id of the check of the lower level that this one stands in for; empty if there is none. */
    default String replaces() {
        return "";
    }

    /** What is wrong with a pod under the rules of a minor version. */
    Optional<Violation> violation(SecuredPod pod, int minor);
}
