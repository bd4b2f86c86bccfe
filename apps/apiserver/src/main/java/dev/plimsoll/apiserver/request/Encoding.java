package dev.plimsoll.apiserver.request;

import dev.plimsoll.codec.protobuf.ProtobufReader;

/** How documents are written for a client. */
public enum Encoding {
    JSON("application/json"),
    YAML("application/yaml"),
    PROTOBUF(ProtobufReader.MEDIA_TYPE);

    private final String mediaType;

    Encoding(String mediaType) {
        this.mediaType = mediaType;
    }

    public String mediaType() {
        return mediaType;
    }
}
