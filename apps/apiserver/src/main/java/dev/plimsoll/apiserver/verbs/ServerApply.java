package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.Parameters;
import dev.plimsoll.apiserver.request.Representation;
import dev.plimsoll.apiserver.request.RequestContext;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.TypeMeta;
import dev.plimsoll.objects.access.User;
import java.util.List;
import java.util.Map;

/** Applies what the server itself wants an object of the cluster to be. */
public final class ServerApply {
    private final PatchHandler patching;
    private final Kind kind;
    private final String subresource;
    private final String manager;

    /**
     * For objects of a kind.
     *
     * @param subresource empty for the object itself
     * @param manager in whose name
     */
    public ServerApply(PatchHandler patching, Kind kind, String subresource, String manager) {
        this.patching = patching;
        this.kind = kind;
        this.subresource = subresource;
        this.manager = manager;
    }

    /** Applies fields of an object, whoever else owns them; overtaken means that they are not applied. */
    public void apply(String name, ObjectNode fields) {
        new TypeMeta(kind.apiVersion(), kind.name()).writeTo(fields);
        DocumentMetadata.of(fields).name(name);
        var request = new ApiRequest(
                "PATCH",
                "",
                "",
                Parameters.parse("force=true&fieldManager=" + manager),
                Map.of("content-type", List.of("application/apply-patch+yaml")),
                new Written(StoredJson.bytes(fields)),
                List.of(),
                "",
                new RequestContext());
        try {
            patching.patch(new Call(request, User.SELF, kind, "", name, subresource, Representation.JSON));
        } catch (RefusedException e) {
            if (!(e.refusal() instanceof Refusal.Conflict) && !(e.refusal() instanceof Refusal.NotFound)) throw e;
        }
    }

    /** A body that is there already. */
    private static final class Written implements ApiRequest.Body {
        private final byte[] bytes;

        Written(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int most() {
            return bytes.length;
        }

        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public byte[] read() {
            return bytes;
        }
    }
}
