package dev.plimsoll.core.podsecurity;

import dev.plimsoll.core.podsecurity.checks.AllowPrivilegeEscalation;
import dev.plimsoll.core.podsecurity.checks.AppArmorProfile;
import dev.plimsoll.core.podsecurity.checks.CapabilitiesBaseline;
import dev.plimsoll.core.podsecurity.checks.CapabilitiesRestricted;
import dev.plimsoll.core.podsecurity.checks.Check;
import dev.plimsoll.core.podsecurity.checks.HostNamespaces;
import dev.plimsoll.core.podsecurity.checks.HostPathVolumes;
import dev.plimsoll.core.podsecurity.checks.HostPorts;
import dev.plimsoll.core.podsecurity.checks.HostProbesAndHostLifecycle;
import dev.plimsoll.core.podsecurity.checks.Privileged;
import dev.plimsoll.core.podsecurity.checks.ProcMount;
import dev.plimsoll.core.podsecurity.checks.ProcMountRestricted;
import dev.plimsoll.core.podsecurity.checks.RestrictedVolumes;
import dev.plimsoll.core.podsecurity.checks.RunAsNonRoot;
import dev.plimsoll.core.podsecurity.checks.RunAsUser;
import dev.plimsoll.core.podsecurity.checks.SeLinuxOptionsCheck;
import dev.plimsoll.core.podsecurity.checks.SeccompProfileBaseline;
import dev.plimsoll.core.podsecurity.checks.SeccompProfileRestricted;
import dev.plimsoll.core.podsecurity.checks.Sysctls;
import dev.plimsoll.core.podsecurity.checks.Violation;
import dev.plimsoll.core.podsecurity.checks.WindowsHostProcess;
import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Asks all checks of a standard about a pod. */
public final class Evaluator {
    /** The minor version of Kubernetes whose rules are the latest; a newer one is evaluated as this one. */
    static final int NEWEST = 37;

    private static final List<Check> BASELINE = sorted(
            new AppArmorProfile(),
            new CapabilitiesBaseline(),
            new HostNamespaces(),
            new HostPathVolumes(),
            new HostPorts(),
            new HostProbesAndHostLifecycle(),
            new Privileged(),
            new ProcMount(),
            new SeLinuxOptionsCheck(),
            new SeccompProfileBaseline(),
            new Sysctls(),
            new WindowsHostProcess());
    private static final List<Check> RESTRICTED = sorted(
            new AllowPrivilegeEscalation(),
            new CapabilitiesRestricted(),
            new ProcMountRestricted(),
            new RestrictedVolumes(),
            new RunAsNonRoot(),
            new RunAsUser(),
            new SeccompProfileRestricted());

    private Evaluator() {}

    private static List<Check> sorted(Check... checks) {
        return Stream.of(checks).sorted(Comparator.comparing(Check::id)).toList();
    }

    /** Everything that is wrong with a pod: checks of the lower level first, by id. */
    public static List<Violation> violations(LevelVersion standard, SecuredPod pod) {
        var minor = Math.min(standard.version().minor(), NEWEST);
        var violations = new ArrayList<Violation>();
        for (var check : checks(standard.level(), minor)) {
            check.violation(pod, minor).ifPresent(violations::add);
        }
        return violations;
    }

    private static List<Check> checks(SecurityLevel level, int minor) {
        return switch (level) {
            case PRIVILEGED -> List.of();
            case BASELINE -> of(BASELINE, minor);
            case RESTRICTED -> {
                var restricted = of(RESTRICTED, minor);
                var replaced = restricted.stream().map(Check::replaces).toList();
                var checks = new ArrayList<>(of(BASELINE, minor));
                checks.removeIf(check -> replaced.contains(check.id()));
                checks.addAll(restricted);
                yield checks;
            }
        };
    }

    private static List<Check> of(List<Check> checks, int minor) {
        return checks.stream().filter(check -> check.since() <= minor).toList();
    }
}
