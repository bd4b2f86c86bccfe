package dev.plimsoll.autoscaler.admission;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLContext;

/**
 * How the webhook is reached.
 *
 * @param tls its certificate and key
 * @param caBundle the certificate, as PEM, by which API servers know it
 * @param url where API servers call it, with port 0 for the one it got; empty to be called as a service
 * @param namespace of the service and of the lease
 * @param identity who holds the lease
 */
public record AdmissionSettings(
        InetSocketAddress address,
        SSLContext tls,
        String caBundle,
        String url,
        String service,
        String namespace,
        String identity,
        int timeoutSeconds,
        boolean failurePolicyFail) {
    /** For a webhook that is called by URL on this machine. */
    public static AdmissionSettings local(InetSocketAddress address, SSLContext tls, String caBundle) {
        var url = "https://" + address.getHostString() + ":" + address.getPort() + "/";
        return new AdmissionSettings(address, tls, caBundle, url, "vpa-webhook", "kube-system", "plimsoll", 30, false);
    }
}
