package dev.plimsoll.kinds.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.access.ServiceAccountObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What admission writes into a pod stands in the document of the request, and nothing else changes. */
class PodDocumentTest {
    private static ObjectNode json(String text) throws Exception {
        return (ObjectNode) new JsonMapper().readTree(text.replace('\'', '"'));
    }

    @Test
    @DisplayName("a write changes the document itself and keeps fields that nobody here knows")
    void writesInPlace() throws Exception {
        var document = json("{'spec':{'future':{'a':1},'priority':7}}");
        var pod = PodDocument.of(document);
        pod.setPriority(9);
        pod.setServiceAccountName("builder");
        pod.defaultPreemptionPolicy("Never");
        assertThat(document).isEqualTo(json("""
                {'spec':{'future':{'a':1},'priority':9,'serviceAccountName':'builder','serviceAccount':'builder',
                 'preemptionPolicy':'Never'}}"""));
    }

    @Test
    @DisplayName("what the pod says itself stays: policy, pull secrets, tolerations, token")
    void defaultsGiveWay() throws Exception {
        var text = """
                {'spec':{'preemptionPolicy':'Never','imagePullSecrets':[{'name':'own'}],'automountServiceAccountToken':false,
                 'tolerations':[{'operator':'Exists'}]}}""";
        var document = json(text);
        var pod = PodDocument.of(document);
        var account = new ServiceAccountObject(json("{'imagePullSecrets':[{'name':'of-account'}]}"));
        pod.defaultPreemptionPolicy("PreemptLowerPriority");
        pod.defaultImagePullSecrets(account);
        pod.tolerate("node.kubernetes.io/not-ready", 300);
        assertThat(pod.automountsToken(account)).isFalse();
        assertThat(document).isEqualTo(json(text));
    }

    @Test
    @DisplayName("pull secrets of an account are copied, so that a later change of the pod does not reach the account")
    void secretsAreCopied() throws Exception {
        var document = json("{'spec':{}}");
        var account = new ServiceAccountObject(json("{'imagePullSecrets':[{'name':'of-account'}]}"));
        PodDocument.of(document).defaultImagePullSecrets(account);
        ((ObjectNode) document.at("/spec/imagePullSecrets/0")).put("name", "changed");
        assertThat(account.imagePullSecrets()).containsExactly("of-account");
    }

    @Test
    @DisplayName("a pod without a spec is read as one that says nothing")
    void withoutSpec() throws Exception {
        var pod = PodDocument.of(json("{'spec':null}"));
        assertThat(pod.hasSpec()).isFalse();
        assertThat(pod.nodeName()).isEmpty();
        assertThat(pod.hasDeadline()).isFalse();
        assertThat(pod.projectsToken()).isFalse();
    }
}
