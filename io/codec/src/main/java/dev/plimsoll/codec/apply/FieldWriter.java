package dev.plimsoll.codec.apply;

import java.time.Instant;

/**
 * Who writes, and how.
 *
 * @param manager name of the field manager
 * @param apiVersion version in which the object is written
 * @param subresource the subresource written to; empty for the object itself
 * @param time when
 */
public record FieldWriter(String manager, String apiVersion, String subresource, Instant time) {}
