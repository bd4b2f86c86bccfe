package dev.plimsoll.console.access;

import dev.plimsoll.client.ApiClient;

/**
 * Somebody who was let in.
 *
 * @param user the name by which the API server knows them
 * @param client talks to the API server as them
 * @param isOwn whether this is whoever started the console
 */
public record UserSession(String user, ApiClient client, boolean isOwn) {}
