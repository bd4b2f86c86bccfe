package dev.plimsoll.apiserver.components;

import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.node.LeaseObject;
import dev.plimsoll.store.StoreException;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;

/**
 * How a program outside of this process is.
 *
 * <ol>
 *   <li>A leader that renews its Lease works, on whichever machine it is.
 *   <li>Without one, the health page on this machine is asked, as a kube-apiserver does: a program without rivals holds no Lease.
 *   <li>If neither tells that it works, it does not; unless the Lease could not be read.
 * </ol>
 */
record ProgramCheck(Registry registry, Kind leases, String lease, InstantSource clock, URI page) {
    private static final String NAMESPACE = "kube-system";

    ComponentHealth health() {
        Optional<LeaseObject> found;
        try {
            found = registry.find(leases, NAMESPACE, lease).map(object -> new LeaseObject(object.tree()));
        } catch (StoreException | RefusedException e) {
            return HealthPage.problem(page)
                    .<ComponentHealth>map(problem -> new ComponentHealth.Unknown("the Lease " + NAMESPACE + "/" + lease
                            + " cannot be read (" + e.getMessage() + "); " + problem))
                    .orElseGet(ComponentHealth.Healthy::new);
        }
        var isHeld = found.filter(
                        each -> !each.holder().isEmpty() && each.heldUntil().isAfter(clock.instant()))
                .isPresent();
        if (isHeld) return new ComponentHealth.Healthy();
        return ComponentHealth.of(HealthPage.problem(page).map(problem -> absence(found) + "; " + problem));
    }

    private String absence(Optional<LeaseObject> found) {
        var name = "the Lease " + NAMESPACE + "/" + lease;
        if (found.isEmpty() || found.get().holder().isEmpty()) return "nobody holds " + name;
        return name + " of " + found.get().holder() + " ended at " + found.get().heldUntil();
    }
}
