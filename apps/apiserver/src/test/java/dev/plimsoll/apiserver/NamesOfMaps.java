package dev.plimsoll.apiserver;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.Set;

/** Names of config maps, as an informer tells of them. */
record NamesOfMaps(Set<String> seen) implements ResourceEventHandler<ConfigMap> {
    @Override
    public void onAdd(ConfigMap map) {
        seen.add(map.getMetadata().getName());
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap now) {}

    @Override
    public void onDelete(ConfigMap map, boolean isStateUnknown) {}
}
