package dev.plimsoll.apiserver.components;

import java.net.URI;

/** Where the health pages of programs on this machine are, which serve with certificates of their own. */
public record ComponentEndpoints(URI scheduler, URI controllerManager) {
    /** Where a kube-apiserver looks. */
    public static final ComponentEndpoints DEFAULT = new ComponentEndpoints(
            URI.create("https://127.0.0.1:10259/healthz"), URI.create("https://127.0.0.1:10257/healthz"));
}
