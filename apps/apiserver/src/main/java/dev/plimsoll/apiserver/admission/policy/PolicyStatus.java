package dev.plimsoll.apiserver.admission.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.admission.policy.PolicyTypeCheck;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.builtin.Strategies;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.store.StoreException;
import java.time.Duration;
import java.util.function.Consumer;

/** Follows validating policies, and writes into the status of each what its expressions have against the kinds that it names. */
public final class PolicyStatus implements AutoCloseable {
    private static final Duration TURN = Duration.ofMinutes(5);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Registry registry;
    private final Kind policies;
    private final PolicyTypeCheck check;
    private final Consumer<Throwable> troubles;
    private final Thread loop;

    /** Begins to follow; {@code troubles} is told of failures, which are tried again. */
    public PolicyStatus(Registry registry, Kinds kinds, Strategies strategies, Consumer<Throwable> troubles) {
        this.registry = registry;
        this.policies = kinds.named("admissionregistration.k8s.io", "ValidatingAdmissionPolicy");
        this.check = new PolicyTypeCheck(kinds, strategies);
        this.troubles = troubles;
        this.loop = ComponentThreads.named("policy-status").start(this::run);
    }

    private void run() {
        while (!registry.isClosed()) {
            try {
                var start = registry.follow(policies, "", 0);
                try (var cursor = start.cursor()) {
                    for (var object : start.initial()) check(object.object());
                    while (!cursor.isEnded()) {
                        var change = cursor.next(TURN);
                        if (change.isEmpty()) continue;
                        var now = change.get().now();
                        if (now != null) check(now.object());
                    }
                }
            } catch (InterruptedException _) {
                return;
            } catch (StoreException | RefusedException e) {
                if (registry.isClosed()) return;
                troubles.accept(e);
                if (!registry.pause(PAUSE)) return;
            }
        }
    }

    /** Overtaken means that it comes by here again. */
    private void check(StoredObject object) {
        ObjectNode policy = object.tree();
        if (check.update(policy)) registry.replace(object, policy);
    }

    @Override
    public void close() {
        loop.interrupt();
    }
}
