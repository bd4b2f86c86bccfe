package dev.plimsoll.apiserver.webhooks;

import dev.plimsoll.tls.Pem;
import dev.plimsoll.tls.Tls;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** Whom a connection to a program outside trusts, and under which name. */
public final class Trust {
    private Trust() {}

    /** Trusts the certificates of a bundle, or those that Java trusts if it is empty. */
    static SSLContext in(String caBundle) throws GeneralSecurityException {
        if (caBundle.isEmpty()) return SSLContext.getDefault();
        return Tls.context(null, managers(caBundle));
    }

    /** Believe the certificates of a bundle, as Base64. */
    public static TrustManager[] managers(String caBundle) throws GeneralSecurityException {
        return Tls.trust(Pem.certificates(Base64.getMimeDecoder().decode(caBundle)));
    }

    /** The same for a peer that is reached by its address but must prove a name. */
    public static SSLContext forPeer(String name, SSLContext context) {
        return new SSLContext(new NamedPeer(name, context), context.getProvider(), context.getProtocol()) {};
    }

    private static final class NamedPeer extends SSLContextSpi {
        private final String name;
        private final SSLContext context;

        NamedPeer(String name, SSLContext context) {
            this.name = name;
            this.context = context;
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return context.createSSLEngine(name, port);
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return context.createSSLEngine();
        }

        @Override
        protected void engineInit(
                KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("it is initialized");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return context.getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return context.getServerSocketFactory();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return context.getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return context.getClientSessionContext();
        }
    }
}
