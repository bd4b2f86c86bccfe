package dev.plimsoll.controllers.tokens;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.tokens.TokenSigner.SecretToken;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.SecretObject;
import java.util.Optional;

/**
 * Fills secrets of the type {@code kubernetes.io/service-account-token} with a token of the account that they name, and deletes
 * those whose account is gone. Nobody makes such secrets but users: pods get tokens that end.
 */
public final class TokenSecrets implements Controller {
    private final ControllerContext around;
    private final TokenSigner signer;
    private final String rootCertificates;
    private final Cache<SecretObject> secrets;
    private final Cache<ApiObject> accounts;

    /**
     * Watches the secrets of that type alone.
     *
     * @param rootCertificates by which clients know the API server, as PEM text; empty for none
     */
    public TokenSecrets(ControllerContext around, TokenSigner signer, String rootCertificates) {
        this.around = around;
        this.signer = signer;
        this.rootCertificates = rootCertificates;
        this.secrets = around.informers()
                .of(SecretObject.KIND, ObjectSelection.ALL.withFields("type=" + SecretObject.ACCOUNT_TOKEN));
        this.accounts = around.informers().of(ObjectKind.untyped(ApiResource.ACCOUNTS));
    }

    @Override
    public String name() {
        return "serviceaccount_token";
    }

    @Override
    public void follow(WorkQueue queue) {
        secrets.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<SecretObject>(var name, var _) -> queue.add(name);
                case CacheChange.Updated<SecretObject>(var name, var _, var _) -> queue.add(name);
                case CacheChange.Removed<SecretObject> _, CacheChange.Synced<SecretObject> _ -> {}
            }
        });
        accounts.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<ApiObject>(var name, var _) -> wake(queue, name);
                case CacheChange.Removed<ApiObject>(var name, var _) -> wake(queue, name);
                case CacheChange.Updated<ApiObject> _, CacheChange.Synced<ApiObject> _ -> {}
            }
        });
    }

    private void wake(WorkQueue queue, ObjectName account) {
        for (var secret : secrets.all()) {
            if (accountOf(secret).equals(account)) queue.add(secret.name());
        }
    }

    private static ObjectName accountOf(SecretObject secret) {
        return new ObjectName(secret.name().namespace(), secret.accountName());
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = secrets.find(key);
        if (found.isEmpty() || found.get().metadata().isBeingDeleted()) return ReconcileResult.SETTLED;
        var secret = found.get();
        if (secret.accountName().isEmpty()) return ReconcileResult.SETTLED;
        var cached = accounts.find(accountOf(secret)).filter(account -> isMeant(secret, account));
        if (cached.isPresent()) return filled(secret, cached.get().uid());
        // The cache may be behind, and what is deleted does not come back: the server is asked.
        return switch (around.client().get(ApiResource.ACCOUNTS, accountOf(secret))) {
            case RequestResult.Done<ObjectNode>(var document) -> {
                var account = new ApiObject(document);
                yield isMeant(secret, account) ? filled(secret, account.uid()) : deleted(secret);
            }
            case RequestResult.NotFound<ObjectNode> _ -> deleted(secret);
            case RequestResult<ObjectNode> other -> new ReconcileResult.Failed(other.problem());
        };
    }

    private static boolean isMeant(SecretObject secret, ApiObject account) {
        return secret.accountUid().isEmpty() || secret.accountUid().equals(account.uid());
    }

    private ReconcileResult filled(SecretObject secret, String uid) {
        var draft = secret.draft().accountUid(uid);
        if (!rootCertificates.isEmpty()) draft.text("ca.crt", rootCertificates);
        if (isEmpty(secret.bytes("namespace")))
            draft.text("namespace", secret.name().namespace());
        if (isEmpty(secret.bytes("token")))
            draft.text("token", signer.sign(new SecretToken(secret.name(), secret.accountName(), uid)));
        if (!draft.differsFrom(secret)) return ReconcileResult.SETTLED;
        var outcome = around.client().update(SecretObject.KIND.resource(), draft.document());
        var isOver = outcome instanceof RequestResult.Done<ObjectNode>
                || outcome instanceof RequestResult.NotFound<ObjectNode>
                || OwnedPods.isNamespaceGoing(outcome);
        return isOver ? ReconcileResult.SETTLED : new ReconcileResult.Failed(outcome.problem());
    }

    private static boolean isEmpty(Optional<byte[]> held) {
        return held.isEmpty() || held.get().length == 0;
    }

    private ReconcileResult deleted(SecretObject secret) {
        var outcome =
                around.client().delete(SecretObject.KIND.resource(), secret.name(), DeleteOptions.atOnce(secret.uid()));
        return outcome.isDeleted() ? ReconcileResult.SETTLED : new ReconcileResult.Failed(outcome.problem());
    }
}
