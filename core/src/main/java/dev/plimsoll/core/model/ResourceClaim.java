package dev.plimsoll.core.model;

/** A reference to an entry of {@code spec.resourceClaims}, or to one request of it ({@code request} not empty). */
public record ResourceClaim(String name, String request) {}
