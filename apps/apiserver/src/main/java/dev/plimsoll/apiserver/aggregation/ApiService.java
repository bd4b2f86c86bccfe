package dev.plimsoll.apiserver.aggregation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.admission.WebhookEndpoint;
import dev.plimsoll.kinds.discovery.ApiServiceObject;
import dev.plimsoll.kinds.discovery.RegisteredVersion;

/**
 * What an APIService object says.
 *
 * @param available whether its status says that it can be asked
 */
public record ApiService(String name, RegisteredVersion registration, Backend backend, boolean available) {
    /** Who answers. */
    public sealed interface Backend {
        /** This server. */
        record Local() implements Backend {}

        /**
         * Another one, behind a service.
         *
         * @param caBundle who signed its certificate, as Base64; empty for those that Java trusts
         * @param unverified whether any certificate will do
         */
        record Remote(WebhookEndpoint.Service service, String caBundle, boolean unverified) implements Backend {}
    }

    static ApiService read(ObjectNode document) {
        var object = new ApiServiceObject(document);
        return new ApiService(object.name().name(), object.registration(), backend(object), object.isAvailable());
    }

    private static Backend backend(ApiServiceObject object) {
        return object.service()
                .<Backend>map(service -> new Backend.Remote(
                        new WebhookEndpoint.Service(service.namespace(), service.name(), "", service.port()),
                        object.caBundle(),
                        object.skipsTlsVerification()))
                .orElseGet(Backend.Local::new);
    }

    /** Whether the other says the same of whom to ask. */
    boolean asksTheSame(ApiService other) {
        return registration.equals(other.registration) && backend.equals(other.backend);
    }
}
