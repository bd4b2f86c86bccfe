package dev.plimsoll.nodeagent.simulated.network;

import dev.plimsoll.objects.service.EndpointSliceObject;
import dev.plimsoll.objects.service.ServiceObject;
import java.util.List;

/** The services of the cluster, as the API has them. */
public interface ClusterServices {
    /** A cluster without any. */
    ClusterServices NONE = new ClusterServices() {
        @Override
        public List<ServiceObject> all() {
            return List.of();
        }

        @Override
        public List<EndpointSliceObject> slices(String namespace, String service) {
            return List.of();
        }
    };

    List<ServiceObject> all();

    List<EndpointSliceObject> slices(String namespace, String service);
}
