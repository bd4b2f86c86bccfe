package dev.plimsoll.apiserver.tls;

import dev.plimsoll.tls.Tls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;

/**
 * The server's authority and own certificate, and the keys of service account tokens. Authority and keys are made at the first start
 * and found again at the next; certificates that the authority signs are renewed while they are used.
 *
 * @param proxyAuthority signs what the server shows to the API servers behind it, and nothing else: whoever believes it believes
 *     what is said of users in headers
 * @param clock of the machine: other programs judge certificates by theirs
 * @param given what whoever runs the server brings along
 */
public record Pki(
        Authority authority,
        Authority proxyAuthority,
        RenewedIdentity server,
        ServiceAccountKeys accountKeys,
        InstantSource clock,
        GivenCertificates given) {
    /** The only name that API servers behind this one accept in the certificate of a proxy. */
    public static final String PROXY_CLIENT = "front-proxy-client";

    private static final String AUTHORITY_NAME = "plimsoll-ca";
    private static final String PROXY_AUTHORITY_NAME = "plimsoll-front-proxy-ca";
    private static final String SERVER_NAME = "plimsoll-apiserver";
    private static final List<String> HOSTS = List.of(
            "localhost",
            "kubernetes",
            "kubernetes.default",
            "kubernetes.default.svc",
            "kubernetes.default.svc.cluster.local");

    /** With other keys for tokens. */
    public Pki with(ServiceAccountKeys changed) {
        return new Pki(authority, proxyAuthority, server, changed, clock, given);
    }

    /** With certificates that whoever runs the server brings along. */
    public Pki with(GivenCertificates brought) {
        return new Pki(authority, proxyAuthority, server, accountKeys, clock, brought);
    }

    /** TLS as the server speaks it: with its certificate, and believing clients whom {@link #clientAuthorities} signed. */
    public SSLContext serverContext() {
        var trust = Tls.trust(clientAuthorities());
        var serving = given.servingOrNull();
        return serving == null ? server.context(trust) : Tls.context(new KeyManager[] {serving.keys()}, trust);
    }

    /** Who signs the certificates of users: this authority, and those that were brought along. */
    public List<X509Certificate> clientAuthorities() {
        var all = new ArrayList<X509Certificate>();
        all.add(authority.certificate());
        all.addAll(given.clientAuthorities());
        return List.copyOf(all);
    }

    /** Whom clients must believe to believe this server. */
    public List<X509Certificate> serverAuthorities() {
        var serving = given.servingOrNull();
        if (serving == null) return List.of(authority.certificate());
        var chain = serving.current().chain();
        return chain.size() == 1 ? chain : chain.subList(1, chain.size());
    }

    /** With certificates of an authority. */
    public static Pki of(Authority authority, ServiceAccountKeys accountKeys, InstantSource clock) {
        return of(authority, Authority.create(PROXY_AUTHORITY_NAME, clock.instant()), accountKeys, clock);
    }

    private static Pki of(
            Authority authority, Authority proxyAuthority, ServiceAccountKeys accountKeys, InstantSource clock) {
        var server = server(authority, List.of(), clock);
        return new Pki(authority, proxyAuthority, server, accountKeys, clock, GivenCertificates.NONE);
    }

    /** For an API server that is reached under more addresses than those of this machine alone. */
    public Pki reachedAt(List<InetAddress> addresses) {
        return new Pki(authority, proxyAuthority, server(authority, addresses, clock), accountKeys, clock, given);
    }

    private static RenewedIdentity server(Authority authority, List<InetAddress> more, InstantSource clock) {
        var addresses = new LinkedHashSet<InetAddress>();
        addresses.add(InetAddress.ofLiteral("127.0.0.1"));
        addresses.add(InetAddress.ofLiteral("::1"));
        addresses.addAll(more);
        return serving(authority, SERVER_NAME, HOSTS, List.copyOf(addresses), clock);
    }

    /** For servers that leave nothing behind. */
    public static Pki inMemory(Instant now) {
        return of(Authority.create(AUTHORITY_NAME, now), ServiceAccountKeys.generated(), InstantSource.system());
    }

    /**
     * Keeps the authority in a folder.
     *
     * @param hasData whether a server has kept objects beside this folder before: then an authority that is missing is lost
     * @throws IllegalStateException if the authority is lost or damaged; it says what to do
     */
    public static Pki in(Path folder, boolean hasData, InstantSource clock) {
        var authority = new AuthorityFiles(folder).open(AUTHORITY_NAME, hasData, clock.instant());
        try {
            var proxies =
                    new AuthorityFiles(folder, "front-proxy-ca").openOrReplace(PROXY_AUTHORITY_NAME, clock.instant());
            return of(authority, proxies, ServiceAccountKeys.in(folder), clock);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes a new authority in a folder that has none.
     *
     * @throws IllegalStateException if there is one
     */
    public static void create(Path folder, Instant now) {
        try {
            new AuthorityFiles(folder).create(AUTHORITY_NAME, now);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a server shows that is reached under these names and addresses. */
    public RenewedIdentity serving(String name, List<String> hosts, List<InetAddress> addresses) {
        return serving(authority, name, hosts, addresses, clock);
    }

    /** The same for an authority of one's own. */
    public static RenewedIdentity serving(
            Authority authority, String name, List<String> hosts, List<InetAddress> addresses, InstantSource clock) {
        return new RenewedIdentity(authority, now -> authority.server(name, hosts, addresses, now), clock);
    }

    /** What proves a user name and groups. */
    public RenewedIdentity client(String user, List<String> groups) {
        return new RenewedIdentity(authority, now -> authority.client(user, groups, now), clock);
    }

    /** What the server shows to the API servers behind it. */
    public RenewedIdentity proxyClient() {
        return new RenewedIdentity(proxyAuthority, now -> proxyAuthority.client(PROXY_CLIENT, List.of(), now), clock);
    }
}
