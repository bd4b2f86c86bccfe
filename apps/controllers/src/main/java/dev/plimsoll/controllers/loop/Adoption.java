package dev.plimsoll.controllers.loop;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Patch;
import dev.plimsoll.controllers.objects.Meta;
import dev.plimsoll.controllers.objects.OwnerReference;
import dev.plimsoll.controllers.objects.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Carries out claims: adopts and releases by the controller reference. */
public final class Adoption {
    private final ApiClient client;
    private final ApiResource owners;
    private final ApiResource dependents;

    public Adoption(ApiClient client, ApiResource owners, ApiResource dependents) {
        this.client = client;
        this.owners = owners;
        this.dependents = dependents;
    }

    /**
     * What belongs to the owner now.
     *
     * @param problem why not everything could be claimed; empty if it was
     */
    public record Claimed<T>(List<T> objects, String problem) {}

    public <T> Claimed<T> carryOut(Workload owner, Claim<T> claim, Function<T, Meta> meta) {
        var problem = "";
        for (var object : claim.release()) {
            var outcome = release(owner, meta.apply(object));
            if (isMissed(outcome)) problem = outcome.problem();
        }
        var objects = new ArrayList<>(claim.owned());
        if (claim.adopt().isEmpty()) return new Claimed<>(List.copyOf(objects), problem);
        if (!mayAdopt(owner)) {
            return new Claimed<>(List.copyOf(objects), owner.kind() + " " + owner.name() + " has changed meanwhile");
        }
        for (var object : claim.adopt()) {
            var outcome = adopt(owner, meta.apply(object));
            if (outcome instanceof Outcome.Done<ObjectNode>) objects.add(object);
            else if (isMissed(outcome)) problem = outcome.problem();
        }
        return new Claimed<>(List.copyOf(objects), problem);
    }

    /** What is gone needs no claim. */
    private static boolean isMissed(Outcome<ObjectNode> outcome) {
        return !(outcome instanceof Outcome.Done<ObjectNode>) && !(outcome instanceof Outcome.NotFound<ObjectNode>);
    }

    /** Asks the server, since the cache may show an owner that was deleted and made again. */
    private boolean mayAdopt(Workload owner) {
        return client.get(owners, owner.name())
                .done()
                .map(Meta::of)
                .filter(now -> now.uid().equals(owner.uid()) && !now.isBeingDeleted())
                .isPresent();
    }

    private Outcome<ObjectNode> adopt(Workload owner, Meta object) {
        var change = Json.object();
        var metadata = change.putObject("metadata").put("uid", object.uid());
        metadata.putArray("ownerReferences")
                .add(OwnerReference.controller(owner).document());
        return client.patch(dependents, object.name(), new Patch.Strategic(change));
    }

    private Outcome<ObjectNode> release(Workload owner, Meta object) {
        return client.patch(dependents, object.name(), new Patch.Strategic(withoutOwner(object.uid(), owner.uid())));
    }

    /** A change that takes one owner away. */
    public static ObjectNode withoutOwner(String uid, String owner) {
        var change = Json.object();
        var metadata = change.putObject("metadata").put("uid", uid);
        metadata.putArray("ownerReferences").addObject().put("$patch", "delete").put("uid", owner);
        return change;
    }
}
