package dev.plimsoll.kinds.discovery;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A version of a group that another server answers for.
 *
 * @param isFresh whether the server can be asked now
 * @param resources an APIResourceList, or missing as long as the server never told
 * @param schemaHash of its OpenAPI document; empty if it has none
 */
public record BackendVersion(RegisteredVersion registration, boolean isFresh, JsonNode resources, String schemaHash) {}
