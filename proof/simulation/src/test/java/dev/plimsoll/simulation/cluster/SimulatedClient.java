package dev.plimsoll.simulation.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ApiStatus;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.client.WatchStream;
import dev.plimsoll.codec.patch.MergePatch;
import dev.plimsoll.codec.patch.PatchOutcome;
import dev.plimsoll.codec.patch.StrategicPatch;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.refusal.StatusObject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** A program's way to the simulated API. The program may die before or after each of its writes. */
final class SimulatedClient implements ApiClient {
    /** Nothing depends on these. */
    private static final Set<String> NOT_KEPT = Set.of("Event", "Lease");

    private final SimulatedApi api;
    private final CrashPoint crash;

    SimulatedClient(SimulatedApi api, CrashPoint crash) {
        this.api = api;
        this.crash = crash;
    }

    private static Kind kind(ApiResource resource) {
        return SimulatedApi.kind(resource.group(), resource.kind());
    }

    private RequestResult<ObjectNode> answered(Supplier<ObjectNode> request) {
        try {
            return new RequestResult.Done<>(request.get());
        } catch (RefusedException refused) {
            var document = StatusObject.of(refused.refusal());
            var status = new ApiStatus(
                    document.path("code").asInt(),
                    document.path("reason").asText(),
                    document.path("message").asText(),
                    List.of(),
                    Duration.ZERO);
            return switch (status.code()) {
                case 404 -> new RequestResult.NotFound<>(status);
                case 409 -> new RequestResult.Conflict<>(status);
                default -> new RequestResult.Refused<>(status);
            };
        }
    }

    private RequestResult<ObjectNode> written(ApiResource resource, ObjectNode sent, Supplier<ObjectNode> request) {
        if (NOT_KEPT.contains(resource.kind())) return new RequestResult.Done<>(sent);
        crash.pass();
        var outcome = answered(request);
        crash.pass();
        return outcome;
    }

    @Override
    public RequestResult<ObjectNode> get(ApiResource resource, ObjectName object) {
        return answered(() -> api.get(kind(resource), object));
    }

    @Override
    public RequestResult<ObjectNode> create(ApiResource resource, ObjectNode object) {
        return written(resource, object, () -> api.create(kind(resource), object));
    }

    @Override
    public RequestResult<ObjectNode> create(ApiResource subresource, ObjectName parent, ObjectNode object) {
        if (!subresource.subresource().equals("binding"))
            throw new UnsupportedOperationException(subresource.toString());
        return written(subresource, object, () -> {
            var uid = object.path("metadata").path("uid").asText();
            api.bind(parent, uid, object.path("target").path("name").asText());
            return ClientJson.object();
        });
    }

    @Override
    public RequestResult<ObjectNode> update(ApiResource resource, ObjectNode object) {
        var name = ObjectName.of(object);
        return written(
                resource,
                object,
                () -> api.change(kind(resource), name, resource.subresource(), true, _ -> object.deepCopy()));
    }

    @Override
    public RequestResult<ObjectNode> patch(ApiResource resource, ObjectName object, Patch patch) {
        return written(
                resource,
                ClientJson.object(),
                () -> api.change(
                        kind(resource),
                        object,
                        resource.subresource(),
                        false,
                        stored -> patched(resource, stored, patch)));
    }

    private ObjectNode patched(ApiResource resource, ObjectNode stored, Patch patch) {
        var outcome = switch (patch) {
            case Patch.Merge(var change) -> MergePatch.apply(stored, change);
            case Patch.Strategic(var change) -> StrategicPatch.apply(stored, change, api.shape(kind(resource)));
            case Patch.JsonPatch _, Patch.Apply _ -> throw new UnsupportedOperationException(patch.contentType());
        };
        return switch (outcome) {
            case PatchOutcome.Patched(var tree) -> tree;
            case PatchOutcome.Refused refused -> throw new IllegalStateException(refused.toString());
        };
    }

    @Override
    public RequestResult<ObjectNode> delete(ApiResource resource, ObjectName object, DeleteOptions options) {
        return written(
                resource,
                ClientJson.object(),
                () -> api.delete(kind(resource), object, options.uid(), options.graceSeconds()));
    }

    @Override
    public RequestResult<ResourceList> list(ApiResource resource, ObjectSelection selection, Page page) {
        throw new UnsupportedOperationException("lists come with the feeds");
    }

    @Override
    public RequestResult<WatchStream> watch(
            ApiResource resource, ObjectSelection selection, String resourceVersion, Duration atMost) {
        throw new UnsupportedOperationException("watches are feeds");
    }

    @Override
    public RequestResult<ObjectNode> document(String path) {
        throw new UnsupportedOperationException(path);
    }

    @Override
    public RequestResult<String> page(String path) {
        throw new UnsupportedOperationException(path);
    }

    @Override
    public ApiClient dryRun() {
        throw new UnsupportedOperationException("nobody asks");
    }

    @Override
    public ApiClient within(Duration timeout) {
        return this;
    }
}
