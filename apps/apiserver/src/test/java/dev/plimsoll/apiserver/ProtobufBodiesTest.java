package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.plimsoll.codec.protobuf.ProtobufReader;
import dev.plimsoll.codec.protobuf.ReadMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: protobuf-options, protobuf-unknown
/** Bodies as kubectl sends them where it speaks protobuf. */
class ProtobufBodiesTest {
    private interface Writing {
        void to(CodedOutputStream out) throws IOException;
    }

    private static ByteString message(Writing writing) {
        var bytes = new ByteArrayOutputStream();
        var out = CodedOutputStream.newInstance(bytes);
        try {
            writing.to(out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ByteString.copyFrom(bytes.toByteArray());
    }

    private static byte[] body(String apiVersion, String kind, ByteString object) {
        var type = message(out -> {
            out.writeString(1, apiVersion);
            out.writeString(2, kind);
        });
        var unknown = message(out -> {
            out.writeBytes(1, type);
            out.writeBytes(2, object);
        });
        return ByteString.copyFrom(new byte[] {'k', '8', 's', 0})
                .concat(unknown)
                .toByteArray();
    }

    private static Optional<ObjectNode> read(byte[] body) {
        return ProtobufReader.read(body) instanceof ReadMessage.Document(var object)
                ? Optional.of(object)
                : Optional.empty();
    }

    private static final ByteString METADATA = message(out -> out.writeString(1, "web"));

    private static final ByteString TARGET = message(out -> {
        out.writeString(1, "Deployment");
        out.writeString(2, "web");
        out.writeString(3, "apps/v1");
    });

    @Test
    @DisplayName("field 4 of an autoscaler is a percentage in the older version and a list of metrics in the newer one")
    void autoscalers() {
        var older = message(out -> {
            out.writeBytes(1, METADATA);
            out.writeBytes(2, message(spec -> {
                spec.writeBytes(1, TARGET);
                spec.writeInt32(3, 5);
                spec.writeInt32(4, 50);
            }));
        });
        assertThat(read(body("autoscaling/v1", "HorizontalPodAutoscaler", older)))
                .hasValueSatisfying(read -> assertThat(
                                read.at("/spec/targetCPUUtilizationPercentage").asInt())
                        .isEqualTo(50));
        var newer = message(out -> {
            out.writeBytes(1, METADATA);
            out.writeBytes(2, message(spec -> {
                spec.writeBytes(1, TARGET);
                spec.writeInt32(2, 1);
                spec.writeInt32(3, 3);
                spec.writeBytes(4, message(metric -> {
                    metric.writeString(1, "Resource");
                    metric.writeBytes(4, message(resource -> {
                        resource.writeString(1, "cpu");
                        resource.writeBytes(2, message(target -> {
                            target.writeString(1, "Utilization");
                            target.writeInt32(4, 50);
                        }));
                    }));
                }));
            }));
        });
        assertThat(read(body("autoscaling/v2", "HorizontalPodAutoscaler", newer)))
                .hasValueSatisfying(
                        read -> assertThat(read.path("spec").toString())
                                .isEqualTo(
                                        "{\"scaleTargetRef\":{\"kind\":\"Deployment\",\"name\":\"web\",\"apiVersion\":\"apps/v1\"},"
                                                + "\"minReplicas\":1,\"maxReplicas\":3,\"metrics\":[{\"type\":\"Resource\",\"resource\":"
                                                + "{\"name\":\"cpu\",\"target\":{\"type\":\"Utilization\",\"averageUtilization\":50}}}]}"));
    }

    @Test
    @DisplayName("a cron job has a job in it")
    void cronJob() {
        var object = message(out -> {
            out.writeBytes(1, METADATA);
            out.writeBytes(2, message(spec -> {
                spec.writeString(1, "@daily");
                spec.writeBytes(5, message(template -> template.writeBytes(2, message(job -> job.writeInt32(1, 2)))));
            }));
        });
        assertThat(read(body("batch/v1", "CronJob", object)))
                .hasValueSatisfying(read -> assertThat(read.path("spec").toString())
                        .isEqualTo("{\"schedule\":\"@daily\",\"jobTemplate\":{\"spec\":{\"parallelism\":2}}}"));
    }

    @Test
    @DisplayName("a field that no table has, as a newer client sends it, is passed over")
    void newerField() {
        var map = message(out -> {
            out.writeBytes(1, METADATA);
            out.writeString(900, "newer");
            out.writeInt64(901, 5);
        });
        assertThat(read(body("v1", "ConfigMap", map))).hasValueSatisfying(read -> {
            assertThat(read.at("/metadata/name").asText()).isEqualTo("web");
            assertThat(read.toString()).doesNotContain("newer");
        });
    }

    @Test
    @DisplayName("a kind that is not in the table is nobody's")
    void unknown() {
        assertThat(ProtobufReader.read(body("x/v1", "Strange", METADATA)))
                .isEqualTo(new ReadMessage.UnknownKind("x/v1", "Strange"));
    }

    @Test
    @DisplayName("a token is bound to the same object whichever way it is asked for")
    void tokenRequests() {
        var request = message(out -> {
            out.writeBytes(1, METADATA);
            out.writeBytes(2, message(spec -> {
                spec.writeString(1, "vault");
                spec.writeBytes(3, message(bound -> {
                    bound.writeString(1, "Pod");
                    bound.writeString(2, "v1");
                    bound.writeString(3, "web");
                    bound.writeString(4, "uid");
                }));
                spec.writeInt64(4, 3607);
            }));
        });
        assertThat(read(body("authentication.k8s.io/v1", "TokenRequest", request)))
                .hasValueSatisfying(read -> assertThat(read.path("spec").toString())
                        .isEqualTo(
                                "{\"audiences\":[\"vault\"],\"boundObjectRef\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\","
                                        + "\"name\":\"web\",\"uid\":\"uid\"},\"expirationSeconds\":3607}"));
    }
}
