package dev.plimsoll.apiserver.services;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;

/** Who holds an address or a port. */
record ServiceName(String namespace, String name) {
    static ServiceName of(ObjectNode service) {
        var meta = DocumentMetadata.of(service);
        return new ServiceName(meta.namespace(), meta.name());
    }
}
