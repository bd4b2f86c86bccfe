package dev.plimsoll.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a text with certificates of authorities may hold, as a kube-apiserver 1.37 was seen to take it. */
class TrustAnchorsTest {
    /** Made with {@code openssl req -x509}. */
    private static final String AUTHORITY = """
            -----BEGIN CERTIFICATE-----
            %s
            -----END CERTIFICATE-----
            """.formatted(
                    "MIIBbzCCARWgAwIBAgIUdNPnFHecUGH6RN4AaoGXNuxZnXAwCgYIKoZIzj0EAwIwDTELMAkGA1UEAwwCY2EwHhcNMjYxMTE4MTYzMjI4WhcNMzYxMTE1MTYzMjI4WjANMQswCQYDVQQDDAJjYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHqxOiLPkgz+d6TQPK74pn9toYwbhADcNdSH47T8IJcnx3489cTfhGf8bEZTecQnmWrFiPa/MUks47IdnWIhCA2jUzBRMB0GA1UdDgQWBBR/xlUX1lwWHZBup12vRi81xIqWhjAfBgNVHSMEGDAWgBR/xlUX1lwWHZBup12vRi81xIqWhjAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIBGyGSWtAgKRkm+f9AikObv1cHK/o3OGUHuZmveds/CkAiEAh6ymJ60V8F2lKWox5BSeTBeRgyTLF7EoZZcUI30OLcs=");

    private static final String LEAF = """
            -----BEGIN CERTIFICATE-----
            %s
            -----END CERTIFICATE-----
            """.formatted(
                    "MIIBcTCCARagAwIBAgIUU2iKs7SLegQJjqrK6Xg4vfMv4UUwCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEbGVhZjAeFw0yNjExMTgxNjMyMjhaFw0zNjExMTUxNjMyMjhaMA8xDTALBgNVBAMMBGxlYWYwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQR9z7bgigxAPdZoA81KPJhmIAga8i6LXJjd5+GO0W6my4rYYkBepGxeGrB1GnII1BMVaQSpgGk9lYjEkyD7jjHo1AwTjAdBgNVHQ4EFgQUj73Y84d4W9+QThegeLa0oGujy4YwHwYDVR0jBBgwFoAUj73Y84d4W9+QThegeLa0oGujy4YwDAYDVR0TAQH/BAIwADAKBggqhkjOPQQDAgNJADBGAiEA59bK0IkgTYMbK9h1W1Wa841S3oeVIgsmrYxQu5B6WvACIQCJ89Zs48pmmeXGDWhBHZ1T6tzEv7SQS+/5Loaxfhi1zA==");

    private static List<String> problems(String text) {
        return TrustAnchors.problems(text);
    }

    @Test
    void anAuthorityIsTaken() {
        assertThat(problems(AUTHORITY)).isEmpty();
        assertThat(problems("# who it is\r\n" + AUTHORITY.replace("\n", "\r\n") + "# and so on"))
                .isEmpty();
    }

    @Test
    void somethingMustBeThere() {
        var nothing = "at least one trust anchor must be provided";
        assertThat(problems("")).containsExactly(nothing);
        assertThat(problems("-----BEGIN CERTIFICATE-----\n!!!\n-----END CERTIFICATE-----\n"))
                .containsExactly(nothing);
        assertThat(problems("-----BEGIN CERTIFICATE-----\nYWI\n-----END CERTIFICATE-----\n"))
                .as("without padding")
                .containsExactly(nothing);
        assertThat(problems("-----BEGIN CERTIFICATE-----\n")).containsExactly(nothing);
    }

    @Test
    void everyEntryIsTheCertificateOfAnAuthority() {
        assertThat(problems(LEAF)).containsExactly("entry 0 does not have the CA bit set");
        assertThat(problems(AUTHORITY + LEAF)).containsExactly("entry 1 does not have the CA bit set");
        assertThat(problems(AUTHORITY.replace("CERTIFICATE-----\nM", "CERTIFICATE-----\nA: b\n\nM")))
                .containsExactly("entry 0 has PEM block headers");
        var other = "-----BEGIN PUBLIC KEY-----\nYWJj\n-----END PUBLIC KEY-----\n";
        assertThat(problems(other + other.replace("PUBLIC KEY", "CERTIFICATE") + AUTHORITY + AUTHORITY))
                .containsExactly("entry 0 has bad block type: PUBLIC KEY", "entry 1 does not parse as X.509");
    }

    @Test
    void anAuthorityIsThereOnce() {
        assertThat(problems(AUTHORITY + AUTHORITY)).containsExactly("duplicate trust anchor (indices [0 1])");
    }
}
