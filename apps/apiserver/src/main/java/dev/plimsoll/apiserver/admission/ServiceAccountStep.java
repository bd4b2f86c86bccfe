package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.authentication.ServiceAccountOptions;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.objects.pod.PodReferences;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A new pod runs as an account that is there, with the pull secrets of that account and no secrets that it may not use. The account of
 * a pod that names none is {@code default}.
 *
 * <p>A server that completes pods writes the account's name into them and mounts its token; it makes the account {@code default} where
 * nobody has made it yet, so that a pod need not wait for a controller.
 */
public final class ServiceAccountStep implements AdmissionStep {
    private final Registry registry;
    private final Kind accounts;
    private final ServiceAccountOptions options;
    private final ServiceAccountVolume volume;
    private final InstantSource clock;
    private final Supplier<String> uids;

    public ServiceAccountStep(
            Registry registry,
            Kinds kinds,
            ServiceAccountOptions options,
            ServiceAccountVolume volume,
            InstantSource clock,
            Supplier<String> uids) {
        this.registry = registry;
        this.accounts = kinds.named("", "ServiceAccount");
        this.options = options;
        this.volume = volume;
        this.clock = clock;
        this.uids = uids;
    }

    @Override
    public boolean mutate(AdmissionAttributes review) {
        if (!review.isNewPod() || !(review.object().get("spec") instanceof ObjectNode spec)) return false;
        if (PodReferences.isMirror(review.object())) {
            checkMirror(review);
            return false;
        }
        var name = PodReferences.account(review.object());
        if (options.completesPods()) {
            spec.put("serviceAccountName", name);
            spec.put("serviceAccount", name);
        }
        var account = account(review, name);
        var pullSecrets = account.path("imagePullSecrets");
        if (spec.path("imagePullSecrets").isEmpty() && !pullSecrets.isEmpty())
            spec.set("imagePullSecrets", pullSecrets.deepCopy());
        if (options.completesPods() && automounts(spec, account)) volume.mount(spec);
        return true;
    }

    private static boolean automounts(ObjectNode spec, ObjectNode account) {
        var field = "automountServiceAccountToken";
        if (spec.path(field).isBoolean()) return spec.path(field).asBoolean();
        return account.path(field).asBoolean(true);
    }

    @Override
    public void validate(AdmissionAttributes review) {
        if (!review.isPod()) return;
        var ofEphemeral = review.operation() == AdmissionAttributes.Operation.UPDATE
                && review.subresource().equals("ephemeralcontainers");
        if (!review.isNewPod() && !ofEphemeral) return;
        if (PodReferences.isMirror(review.object())) {
            if (review.isNewPod()) checkMirror(review);
            return;
        }
        var name = PodReferences.account(review.object());
        var account = account(review, name);
        var mountable = MountableSecrets.of(account);
        if (mountable.isPresent()) {
            var problem = ofEphemeral
                    ? mountable.get().problemOfEphemeral(review.object())
                    : mountable.get().problem(review.object());
            problem.ifPresent(why -> {
                throw review.forbidden(why);
            });
        }
        if (review.isNewPod() && options.completesPods() && !review.dryRun()) make(review.namespace(), name);
    }

    private static void checkMirror(AdmissionAttributes review) {
        var pod = review.object();
        if (!pod.path("spec").path("serviceAccountName").asText().isEmpty())
            throw review.forbidden("a mirror pod may not reference service accounts");
        if (PodReferences.of(pod).hasAny(PodReferences.SECRETS))
            throw review.forbidden("a mirror pod may not reference secrets");
        for (var volume : pod.path("spec").path("volumes")) {
            for (var source : volume.path("projected").path("sources")) {
                if (source.has("serviceAccountToken"))
                    throw review.forbidden("a mirror pod may not use ServiceAccountToken volume projections");
            }
        }
    }

    /** The account; a blank one for {@code default} if that is still to be made. */
    private ObjectNode account(AdmissionAttributes review, String name) {
        var found = find(review.namespace(), name);
        if (found.isPresent()) return found.get();
        if (name.equals(PodReferences.DEFAULT_ACCOUNT)) return blank(review.namespace(), name);
        throw review.forbidden("error looking up service account " + review.namespace() + "/" + name
                + ": serviceaccount \"" + name + "\" not found");
    }

    private Optional<ObjectNode> find(String namespace, String name) {
        return registry.find(accounts, namespace, name).map(account -> account.tree());
    }

    private static ObjectNode blank(String namespace, String name) {
        var account = JsonNodeFactory.instance.objectNode();
        account.put("kind", "ServiceAccount").put("apiVersion", "v1");
        var meta = DocumentMetadata.of(account);
        meta.put("name", name);
        meta.put("namespace", namespace);
        return account;
    }

    /** Somebody else may make it at the same time: then that one stays. */
    private void make(String namespace, String name) {
        if (find(namespace, name).isPresent()) return;
        var account = blank(namespace, name);
        var meta = DocumentMetadata.of(account);
        meta.put("uid", uids.get());
        meta.put("creationTimestamp", DocumentMetadata.time(clock.instant()));
        registry.create(accounts, namespace, name, account);
    }
}
