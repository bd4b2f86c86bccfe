package dev.plimsoll.controllers.loop;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.core.workloads.Claim;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.MetadataReader;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.objects.ObjectNames;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Carries out claims: adopts and releases by the controller reference. */
public final class Adoption {
    private final ApiClient client;
    private final ApiResource owners;
    private final ApiResource dependents;
    private final String finalizer;

    public Adoption(ApiClient client, ApiResource owners, ApiResource dependents) {
        this(client, owners, dependents, "");
    }

    /** @param finalizer that an adopted object gets; empty for none */
    Adoption(ApiClient client, ApiResource owners, ApiResource dependents, String finalizer) {
        this.client = client;
        this.owners = owners;
        this.dependents = dependents;
        this.finalizer = finalizer;
    }

    /**
     * What belongs to the owner now.
     *
     * @param problem why not everything could be claimed; empty if it was
     */
    public record Claimed<T>(List<T> objects, String problem) {}

    /**
     * Adopts and releases.
     *
     * @param read reads an object from the answer to its adoption
     */
    public <T> Claimed<T> carryOut(
            ApiObject owner, Claim<T> claim, Function<T, ObjectMetadata> meta, Function<ObjectNode, T> read) {
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
            if (outcome instanceof RequestResult.Done<ObjectNode>(var adopted)) objects.add(read.apply(adopted));
            else if (isMissed(outcome)) problem = outcome.problem();
        }
        return new Claimed<>(List.copyOf(objects), problem);
    }

    /** What is gone needs no claim. */
    private static boolean isMissed(RequestResult<ObjectNode> outcome) {
        return !(outcome instanceof RequestResult.Done<ObjectNode>)
                && !(outcome instanceof RequestResult.NotFound<ObjectNode>);
    }

    /** Asks the server, since the cache may show an owner that was deleted and made again. */
    private boolean mayAdopt(ApiObject owner) {
        return client.get(owners, owner.name())
                .done()
                .map(MetadataReader::read)
                .filter(now -> now.uid().equals(owner.uid()) && !now.isBeingDeleted())
                .isPresent();
    }

    private RequestResult<ObjectNode> adopt(ApiObject owner, ObjectMetadata object) {
        var change = new ObjectChange(object.uid());
        change.metadata().owner(owner.controllerReference());
        if (!finalizer.isEmpty()) change.metadata().finalizer(finalizer);
        return client.patch(dependents, ObjectNames.of(object), change.strategic());
    }

    private RequestResult<ObjectNode> release(ApiObject owner, ObjectMetadata object) {
        var change = new ObjectChange(object.uid()).withoutOwner(owner.uid());
        return client.patch(dependents, ObjectNames.of(object), change.strategic());
    }
}
