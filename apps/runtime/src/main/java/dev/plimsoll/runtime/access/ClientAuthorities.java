package dev.plimsoll.runtime.access;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ConfigMapObject;
import dev.plimsoll.tls.Pem;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * Whose client certificates a cluster believes. The API server publishes them in the ConfigMap
 * {@code kube-system/extension-apiserver-authentication}.
 */
public final class ClientAuthorities {
    private static final ObjectName CONFIG = new ObjectName("kube-system", "extension-apiserver-authentication");
    private static final String KEY = "client-ca-file";

    private ClientAuthorities() {}

    /** Empty if the ConfigMap cannot be read or names none. */
    public static Optional<List<X509Certificate>> published(ApiClient client) throws GeneralSecurityException {
        var config = client.get(ApiResource.CONFIG_MAPS, CONFIG).done();
        if (config.isEmpty()) return Optional.empty();
        var pem = new ConfigMapObject(config.get()).entries().get(KEY);
        return pem == null ? Optional.empty() : Optional.of(Pem.certificates(pem));
    }
}
