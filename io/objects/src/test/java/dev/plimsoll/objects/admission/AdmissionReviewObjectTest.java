package dev.plimsoll.objects.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.application.PatchOperation;
import dev.plimsoll.objects.JsonPatchDraft;
import dev.plimsoll.objects.testing.Docs;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AdmissionReviewObjectTest {
    @Test
    @DisplayName("a question is read; garbage asks nothing")
    void question() {
        var review = new AdmissionReviewObject(Docs.json("""
                {'request':{'uid':'u','operation':'CREATE','namespace':'ns','kind':{'kind':'Pod'},
                 'resource':{'group':'','version':'v1','resource':'pods'},'object':{'kind':'Pod'},'oldObject':null}}"""));
        assertThat(review.uid()).isEqualTo("u");
        assertThat(review.resource()).isEqualTo("pods");
        assertThat(review.kind()).isEqualTo("Pod");
        assertThat(review.isCreate()).isTrue();
        assertThat(review.object()).isPresent();
        assertThat(review.oldObject()).isEmpty();
        assertThat(new AdmissionReviewObject(Docs.json("{'request':[]}")).resource())
                .isEmpty();
    }

    @Test
    @DisplayName("an answer allows until it refuses; a patch without operations is none")
    void answer() {
        var answer = new AdmissionReviewDraft("u").patch(new JsonPatchDraft()).warnings(List.of());
        assertThat(answer.isPatched()).isFalse();
        assertThat(answer.document().path("response")).isEqualTo(Docs.json("{'uid':'u','allowed':true}"));
        answer.patch(new JsonPatchDraft()
                        .addAll(List.of(new PatchOperation.AddText("/a", "x"), new PatchOperation.Remove("/b"))))
                .invalid("no");
        assertThat(answer.isAllowed()).isFalse();
        var response = answer.document().path("response");
        assertThat(response.at("/status/message").asText()).isEqualTo("no");
        assertThat(new String(Base64.getDecoder().decode(response.path("patch").asText()), StandardCharsets.UTF_8))
                .isEqualTo("[{\"op\":\"add\",\"path\":\"/a\",\"value\":\"x\"},{\"op\":\"remove\",\"path\":\"/b\"}]");
    }

    @Test
    @DisplayName("a webhook is registered by its address or as a service, and for the namespaces that count")
    void registration() {
        var configuration = new MutatingWebhookConfigurationDraft("hooks");
        configuration
                .webhook("vpa.k8s.io")
                .failsClosed(true)
                .timeoutSeconds(5)
                .service("system", "vpa", 0)
                .withoutNamespaces(List.of("kube-system"))
                .rule("", "v1", "pods", List.of("CREATE"));
        assertThat(Docs.stored(configuration.document()).path("webhooks").path(0))
                .isEqualTo(Docs.json("""
                        {'name':'vpa.k8s.io','sideEffects':'None','admissionReviewVersions':['v1'],'failurePolicy':'Fail','timeoutSeconds':5,
                         'clientConfig':{'service':{'namespace':'system','name':'vpa'}},
                         'namespaceSelector':{'matchExpressions':[{'key':'kubernetes.io/metadata.name','operator':'NotIn','values':['kube-system']}]},
                         'rules':[{'operations':['CREATE'],'apiGroups':[''],'apiVersions':['v1'],'resources':['pods']}]}"""));
    }
}
