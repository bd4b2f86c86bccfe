package dev.plimsoll.cli.apiserver;

import dev.plimsoll.cluster.AccessOptions;
import picocli.CommandLine.Option;

/** Who gets into an API server without having asked for it, with the names of kube-apiserver where it has one. */
public final class AccessFlags {
    @Option(
            names = "--anonymous-auth",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "true",
            description = {
                "Take requests that show neither a certificate nor a token as those of system:anonymous, who may ask for health",
                "and version (default: ${DEFAULT-VALUE}). With false they are refused: 401 Unauthorized."
            })
    private boolean anonymous = true;

    @Option(
            names = "--service-account-automount",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "true",
            description = {
                "Write the name of their service account into new pods and mount its token as kube-api-access-...",
                "(default: ${DEFAULT-VALUE}). The ConfigMap kube-root-ca.crt that is mounted too comes from the controllers."
            })
    private boolean automount = true;

    public AccessOptions options() {
        return new AccessOptions(anonymous, automount);
    }
}
