package dev.plimsoll.core.podsecurity.view;

/** A volume and the name of its source, such as {@code hostPath}. */
public record SecuredVolume(String name, String type) {}
