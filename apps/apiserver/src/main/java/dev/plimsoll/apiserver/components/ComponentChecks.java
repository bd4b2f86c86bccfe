package dev.plimsoll.apiserver.components;

import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.runtime.SingleFlight;
import dev.plimsoll.runtime.http.HealthCheck;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/**
 * Finds out how the components of the control plane are, each time that somebody asks. A program of this process is asked directly, any
 * other is judged by its Lease and its health page ({@link ProgramCheck}).
 */
public final class ComponentChecks {
    public static final String SCHEDULER = "scheduler";
    public static final String CONTROLLER_MANAGER = "controller-manager";
    /** The store, whichever it is: clients know it by this name. */
    private static final String STORE = "etcd-0";

    /** Longer than any check waits for what it asks. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Map<String, SingleFlight<ComponentHealth>> checks = new ConcurrentSkipListMap<>();

    /** Checks of a store, and of programs elsewhere. */
    public ComponentChecks(
            Registry registry, Kinds kinds, InstantSource clock, ComponentEndpoints endpoints, HealthCheck store) {
        var leases = kinds.named("coordination.k8s.io", "Lease");
        put(SCHEDULER, new ProgramCheck(registry, leases, "kube-scheduler", clock, endpoints.scheduler())::health);
        put(
                CONTROLLER_MANAGER,
                new ProgramCheck(registry, leases, "kube-controller-manager", clock, endpoints.controllerManager())
                        ::health);
        runsHere(STORE, store);
    }

    /** From now on a component is asked directly. */
    public void runsHere(String component, HealthCheck check) {
        put(component, () -> ComponentHealth.of(check.problem()));
    }

    private void put(String component, Supplier<ComponentHealth> check) {
        var silent = new ComponentHealth.Unknown("no answer within " + PATIENCE.toSeconds() + " s");
        checks.put(component, new SingleFlight<>("component-check", check, PATIENCE, silent));
    }

    /** Of all components, which are asked at the same time. */
    SortedMap<String, ComponentHealth> all() {
        var asked = new LinkedHashMap<String, Supplier<ComponentHealth>>();
        checks.forEach((component, check) -> asked.put(component, check.begin()));
        var all = new TreeMap<String, ComponentHealth>();
        asked.forEach((component, answer) -> all.put(component, answer.get()));
        return all;
    }

    Optional<ComponentHealth> find(String component) {
        return Optional.ofNullable(checks.get(component)).map(SingleFlight::answer);
    }
}
