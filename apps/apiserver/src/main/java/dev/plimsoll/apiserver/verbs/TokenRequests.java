package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.authentication.ServiceAccountTokens;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.PodChange;
import dev.plimsoll.kinds.documents.PodDocument;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.token.TokenClaims;
import dev.plimsoll.kinds.token.TokenRequestDocument;
import dev.plimsoll.kinds.token.TokenRequestSpec;
import dev.plimsoll.kinds.token.TokenRequestSpec.BoundObjectReference;
import dev.plimsoll.objects.pod.PodReferences;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code POST serviceaccounts/NAME/token}: makes a token for an account. Nothing is stored. */
public final class TokenRequests {
    private static final long SHORTEST_SECONDS = 600;
    private static final long LONGEST_SECONDS = 1L << 32;
    /** What a node asks for if the pod does not say how long: its token lives on for a year if nobody replaces it. */
    private static final long EXTENDED_ASK = 3607;

    private static final long EXTENDED_SECONDS = 365L * 24 * 3600;

    private final Engine engine;
    private final ServiceAccountTokens tokens;
    private final Kind pods;
    private final Kind nodes;
    private final Kind secrets;

    public TokenRequests(Engine engine, ServiceAccountTokens tokens) {
        this.engine = engine;
        this.tokens = tokens;
        this.pods = engine.kinds().named("", "Pod");
        this.nodes = engine.kinds().named("", "Node");
        this.secrets = engine.kinds().named("", "Secret");
    }

    /** What a token is bound to beside its account. */
    private record Bound(
            TokenClaims.@Nullable Ref pod, TokenClaims.@Nullable Ref node, TokenClaims.@Nullable Ref secret) {
        static final Bound NOTHING = new Bound(null, null, null);
    }

    public VerbResult create(Call call) {
        var options = WriteOptions.of(call, "CreateOptions");
        var request = new TokenRequestDocument(
                BodyReader.object(call.request(), "TokenRequest").object());
        var meta = request.metadata();
        request.spec(); // refuses what admission could not read
        var review = new AdmissionAttributes(
                AdmissionAttributes.Operation.CREATE,
                call.kind(),
                call.subresource(),
                call.namespace(),
                call.name(),
                new PodChange(request.document(), null),
                call.user(),
                options.dryRun(),
                call.request().context());
        engine.admission().mutate(review);
        var spec = request.spec();
        checkPlace(call, meta);
        var account = engine.registry()
                .get(call.kind(), call.namespace(), call.name())
                .tree();
        var uid = DocumentMetadata.of(account).uid();
        if (!meta.uid().isEmpty() && !meta.uid().equals(uid)) {
            throw conflict(
                    call,
                    "the UID in the token request (" + meta.uid() + ") does not match the UID of the service account ("
                            + uid + ")");
        }
        checkLife(call, spec.expirationSeconds());
        engine.admission().validate(review);
        var bound = bound(call, spec.bound());
        return answer(call, request, spec, new TokenClaims.Ref(call.name(), uid), bound, options.dryRun());
    }

    private static void checkPlace(Call call, DocumentMetadata meta) {
        var errors = new ArrayList<FieldError>();
        if (!meta.name().isEmpty() && !meta.name().equals(call.name())) {
            errors.add(FieldError.invalid(
                    "metadata.name", meta.name(), "must match the service account name if specified"));
        }
        if (!meta.namespace().isEmpty() && !meta.namespace().equals(call.namespace())) {
            errors.add(FieldError.invalid(
                    "metadata.namespace", meta.namespace(), "must match the service account namespace if specified"));
        }
        refuse(call, errors);
    }

    private static void checkLife(Call call, long seconds) {
        var field = "spec.expirationSeconds";
        if (seconds < SHORTEST_SECONDS) {
            refuse(
                    call,
                    List.of(FieldError.invalid(field, seconds, "may not specify a duration less than 10 minutes")));
        }
        if (seconds > LONGEST_SECONDS) {
            refuse(
                    call,
                    List.of(FieldError.invalid(field, seconds, "may not specify a duration larger than 2^32 seconds")));
        }
    }

    private static void refuse(Call call, List<FieldError> errors) {
        if (errors.isEmpty()) return;
        throw new RefusedException(new Refusal.Invalid("authentication.k8s.io", "TokenRequest", call.name(), errors));
    }

    private static RefusedException conflict(Call call, String why) {
        return new RefusedException(
                new Refusal.Conflict(call.kind().group(), call.kind().plural(), call.name(), why));
    }

    private Bound bound(Call call, BoundObjectReference reference) {
        if (!reference.isPresent()) return Bound.NOTHING;
        if (reference.isCore("Pod")) return boundToPod(call, reference);
        if (reference.isCore("Node")) {
            var node = engine.registry().get(nodes, "", reference.name()).tree();
            return new Bound(null, checked(call, reference, node), null);
        }
        if (reference.isCore("Secret")) {
            var secret = engine.registry()
                    .get(secrets, call.namespace(), reference.name())
                    .tree();
            return new Bound(null, null, checked(call, reference, secret));
        }
        throw new RefusedException(
                new Refusal.BadRequest("cannot bind token to object of type " + reference.described()));
    }

    private Bound boundToPod(Call call, BoundObjectReference reference) {
        var pod =
                engine.registry().get(pods, call.namespace(), reference.name()).tree();
        if (!PodReferences.account(pod).equals(call.name())) {
            throw new RefusedException(new Refusal.BadRequest("cannot bind token for serviceaccount \"" + call.name()
                    + "\" to pod running with different serviceaccount name."));
        }
        var ref = checked(call, reference, pod);
        var node = PodDocument.of(pod).nodeName();
        if (node.isEmpty()) return new Bound(ref, null, null);
        var uid = engine.registry()
                .find(nodes, "", node)
                .map(found -> DocumentMetadata.of(found.tree()).uid())
                .orElse("");
        return new Bound(ref, new TokenClaims.Ref(node, uid), null);
    }

    private static TokenClaims.Ref checked(Call call, BoundObjectReference reference, ObjectNode object) {
        var uid = DocumentMetadata.of(object).uid();
        if (!reference.uid().isEmpty() && !reference.uid().equals(uid)) {
            throw conflict(
                    call,
                    "the UID in the bound object reference (" + reference.uid()
                            + ") does not match the UID in record. The object might have been deleted and then recreated");
        }
        return new TokenClaims.Ref(reference.name(), uid);
    }

    private VerbResult answer(
            Call call,
            TokenRequestDocument request,
            TokenRequestSpec spec,
            TokenClaims.Ref account,
            Bound bound,
            boolean dryRun) {
        var options = tokens.options();
        var audiences = spec.audiences().isEmpty() ? options.audiences() : spec.audiences();
        var seconds = spec.expirationSeconds();
        var most = options.maxExpiration().toSeconds();
        if (most > 0 && seconds > most) {
            call.request()
                    .context()
                    .warn("requested expiration of " + seconds + " seconds shortened to " + most + " seconds");
            seconds = most;
        }
        var extended = options.extendsExpiration()
                && bound.pod() != null
                && seconds == EXTENDED_ASK
                && new HashSet<>(options.audiences()).containsAll(audiences);
        var now = engine.clock().instant();
        var second = now.getEpochSecond();
        var claims = new TokenClaims(
                engine.uids().get(),
                audiences,
                call.namespace(),
                account,
                bound.pod(),
                bound.node(),
                bound.secret(),
                second,
                second,
                second + (extended ? EXTENDED_SECONDS : seconds),
                extended ? second + seconds : 0);
        request.metadata().name(call.name());
        request.metadata().namespace(call.namespace());
        request.granted(audiences, seconds, now.plusSeconds(seconds));
        if (!dryRun) {
            request.token(tokens.sign(claims));
            call.request()
                    .context()
                    .annotate(
                            "authentication.kubernetes.io/issued-credential-id",
                            ServiceAccountTokens.credentialId(claims.id()));
        }
        return VerbResult.of(201, request.document(), List.of());
    }
}
