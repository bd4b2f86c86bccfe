package dev.plimsoll.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.admission.limitrange.ItemDefaults;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ResourceQuota;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What a namespace adds to pods, demands of them and grants them. */
public record Policies(List<LimitRange> limitRanges, List<ResourceQuota> quotas) {
    private static final ApiResource LIMIT_RANGES = ApiResource.namespaced("", "v1", "limitranges", "LimitRange");
    private static final ApiResource QUOTAS = ApiResource.namespaced("", "v1", "resourcequotas", "ResourceQuota");

    /** As a cluster holds them. Whoever may not read them is told so, and gets an answer without them. */
    public static Policies of(ApiClient client, String namespace, List<String> notes) {
        return new Policies(
                read(client, LIMIT_RANGES, namespace, PolicyReader::limitRange, notes).stream()
                        .map(ItemDefaults::apply)
                        .toList(),
                read(client, QUOTAS, namespace, PolicyReader::resourceQuota, notes));
    }

    /** For a pod that runs: it is charged already. */
    public Policies withoutQuotas() {
        return new Policies(limitRanges, List.of());
    }

    private static <T> List<T> read(
            ApiClient client,
            ApiResource resource,
            String namespace,
            Function<JsonNode, Read<T>> reader,
            List<String> notes) {
        var values = new ArrayList<T>();
        switch (client.list(resource, ObjectSelection.inNamespace(namespace), Page.ALL)) {
            case RequestResult.Done<ResourceList>(var list) -> {
                for (var item : list.items()) {
                    switch (reader.apply(item)) {
                        case Read.Ok<T>(var value) -> values.add(value);
                        case Read.Malformed<T>(var problems) ->
                            notes.add("left out " + resource.kind() + " " + problems);
                    }
                }
            }
            case RequestResult<ResourceList> failed ->
                notes.add("without the " + resource.plural() + " of " + namespace + ": " + failed.problem());
        }
        return values;
    }
}
