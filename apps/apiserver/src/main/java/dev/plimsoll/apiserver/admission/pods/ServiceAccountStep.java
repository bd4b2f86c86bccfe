package dev.plimsoll.apiserver.admission.pods;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.authentication.ServiceAccountOptions;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.PodDocument;
import dev.plimsoll.kinds.documents.ServiceAccountVolume;
import dev.plimsoll.kinds.rules.pod.MountableSecrets;
import dev.plimsoll.objects.access.ServiceAccountObject;
import dev.plimsoll.objects.pod.PodReferences;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A new pod runs as an account that is there, with the pull secrets of that account and no secrets that it may not use. The account of
 * a pod that names none is {@code default}.
 *
 * <p>A server that completes pods writes the account's name into them and mounts its token; it makes the account {@code default} where
 * nobody has made it yet, so that a pod need not wait for a controller.
 */
public final class ServiceAccountStep implements AdmissionStep {
    private static final int MOST_KNOWN = 10_000;

    private final Registry registry;
    private final Kind accounts;
    private final ServiceAccountOptions options;
    private final ServiceAccountVolume volume;
    private final InstantSource clock;
    private final Supplier<String> uids;
    /** As they were last read: nearly all pods of a namespace have the same account. */
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    private record Known(long revision, ServiceAccountObject account) {}

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
        if (!review.isNewPod()) return false;
        var pod = PodDocument.of(review.object());
        if (!pod.hasSpec()) return false;
        if (PodReferences.isMirror(review.object())) {
            checkMirror(review);
            return false;
        }
        var name = PodReferences.account(review.object());
        if (options.completesPods()) pod.setServiceAccountName(name);
        var account = account(review, name);
        pod.defaultImagePullSecrets(account);
        if (options.completesPods() && pod.automountsToken(account)) pod.mount(volume);
        return true;
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
        if (review.isNewPod()
                && options.completesPods()
                && !review.dryRun()
                && find(review, name).isEmpty()) make(review.namespace(), name);
    }

    private static void checkMirror(AdmissionAttributes review) {
        var pod = PodDocument.of(review.object());
        if (!pod.serviceAccountName().isEmpty())
            throw review.forbidden("a mirror pod may not reference service accounts");
        if (PodReferences.of(review.object()).hasAny(PodReferences.SECRETS))
            throw review.forbidden("a mirror pod may not reference secrets");
        if (pod.projectsToken())
            throw review.forbidden("a mirror pod may not use ServiceAccountToken volume projections");
    }

    private Optional<StoredObject> find(AdmissionAttributes review, String name) {
        return review.others().find(registry, accounts, review.namespace(), name);
    }

    /** The account; a blank one for {@code default} if that is still to be made. */
    private ServiceAccountObject account(AdmissionAttributes review, String name) {
        var found = find(review, name);
        if (found.isPresent()) return known(found.get());
        if (name.equals(PodReferences.DEFAULT_ACCOUNT))
            return ServiceAccountObject.named(new ObjectName(review.namespace(), name));
        throw review.forbidden("error looking up service account " + review.namespace() + "/" + name
                + ": serviceaccount \"" + name + "\" not found");
    }

    private ServiceAccountObject known(StoredObject stored) {
        var last = known.get(stored.key());
        if (last != null && last.revision == stored.revision()) return last.account;
        var account = new ServiceAccountObject(stored.tree());
        if (last != null || known.size() < MOST_KNOWN) known.put(stored.key(), new Known(stored.revision(), account));
        return account;
    }

    /** Somebody else may make it at the same time: then that one stays. */
    private void make(String namespace, String name) {
        var account =
                ServiceAccountObject.named(new ObjectName(namespace, name)).document();
        DocumentMetadata.of(account).created(uids.get(), clock.instant());
        registry.create(accounts, namespace, name, account);
    }
}
