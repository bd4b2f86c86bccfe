package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.aggregation.RemoteIdentity;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.verbs.Engine;
import dev.plimsoll.kinds.documents.ConfigMapDocument;
import dev.plimsoll.tls.Pem;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;

/**
 * The ConfigMap {@code kube-system/extension-apiserver-authentication}, where API servers behind this one read whom they may believe.
 * Servers on one store may have authorities of their own: all of them are in it.
 */
final class RequestHeaderConfig {
    private static final String NAMESPACE = "kube-system";
    private static final String NAME = "extension-apiserver-authentication";
    private static final String CLIENT_AUTHORITY = "client-ca-file";
    private static final String PROXY_AUTHORITY = "requestheader-client-ca-file";

    private final Engine engine;
    private final BootstrapObjects objects;
    private final Pki pki;

    RequestHeaderConfig(Engine engine, BootstrapObjects objects, Pki pki) {
        this.engine = engine;
        this.objects = objects;
        this.pki = pki;
    }

    void ensure() {
        objects.complete(engine.kinds().named("", "ConfigMap"), NAMESPACE, NAME, this::complete);
    }

    private void complete(ObjectNode document) {
        var data = new ConfigMapDocument(document);
        for (var each : pki.clientAuthorities()) add(data, CLIENT_AUTHORITY, each);
        add(data, PROXY_AUTHORITY, pki.proxyAuthority().certificate());
        list(data, "requestheader-allowed-names", Pki.PROXY_CLIENT);
        list(data, "requestheader-extra-headers-prefix", RemoteIdentity.EXTRA_PREFIX);
        list(data, "requestheader-group-headers", RemoteIdentity.GROUP);
        list(data, "requestheader-uid-headers", RemoteIdentity.UID);
        list(data, "requestheader-username-headers", RemoteIdentity.USER);
    }

    private static void list(ConfigMapDocument data, String key, String value) {
        data.put(key, JsonNodeFactory.instance.arrayNode().add(value).toString());
    }

    /** Adds a certificate to those that are there, and takes out those that are over. */
    private void add(ConfigMapDocument data, String key, X509Certificate own) {
        var all = new LinkedHashMap<String, X509Certificate>();
        try {
            var known = data.get(key).getBytes(StandardCharsets.US_ASCII);
            for (var each :
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(known))) {
                if (each instanceof X509Certificate certificate && isGood(certificate))
                    all.put(Pem.of(certificate), certificate);
            }
        } catch (CertificateException _) {
            // What cannot be read helps nobody, and is replaced.
            all.clear();
        }
        all.put(Pem.of(own), own);
        data.put(key, String.join("", all.keySet()));
    }

    private boolean isGood(X509Certificate certificate) {
        return certificate.getNotAfter().toInstant().isAfter(pki.clock().instant());
    }
}
