package dev.plimsoll.codec.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.core.model.HostPort;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.scheduling.NodeNeeds;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeNeedsReaderTest {
    private static PodSpec spec(String json) {
        try {
            var document = new ObjectMapper().readTree("{\"metadata\":{\"name\":\"p\"},\"spec\":" + json + "}");
            if (PodReader.read(document) instanceof Read.Ok<dev.plimsoll.core.model.Pod>(var pod)) return pod.spec();
            throw new AssertionError("unreadable: " + json);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static NodeNeeds needs(String json) {
        return spec(json).details().needs();
    }

    @Test
    void mostPodsNeedNothing() {
        assertThat(needs("{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}")).isSameAs(NodeNeeds.NONE);
    }

    @Test
    void affinityIsRead() {
        var affinity = needs("""
                        {"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
                          {"matchExpressions":[{"key":"disk","operator":"In","values":["ssd","nvme"]}]}]}}}}""").affinity();
        assertThat(affinity.admits("n", Map.of("disk", "nvme"))).isTrue();
        assertThat(affinity.admits("n", Map.of("disk", "hdd"))).isFalse();
    }

    @Test
    void whatNobodyUnderstandsNothingSatisfies() {
        var affinity = needs("""
                        {"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
                          {"matchExpressions":[{"key":"disk","operator":"Like","values":["ssd"]}]}]}}}}""").affinity();
        assertThat(affinity.admits("n", Map.of("disk", "ssd"))).isFalse();
    }

    @Test
    void securityContextsAreRead() {
        var needs = needs("""
                {"hostIPC":true,"securityContext":{"sysctls":[{"name":"kernel.msgmax","value":"1"}]},"containers":[
                  {"name":"c","securityContext":{"appArmorProfile":{"type":"RuntimeDefault"}}}]}""");
        assertThat(needs.sysctls()).containsExactly("kernel.msgmax");
        assertThat(needs.hostIpc()).isTrue();
        assertThat(needs.usesAppArmor()).isTrue();
        var unconfined = "{\"securityContext\":{\"appArmorProfile\":{\"type\":\"Unconfined\"}}}";
        assertThat(needs(unconfined).usesAppArmor()).isFalse();
    }

    @Test
    void featuresFollowFromWhatIsUsed() {
        var json = """
                {"hostNetwork":true,"hostUsers":false,"containers":[
                  {"name":"c","restartPolicyRules":[{"action":"RestartAllContainers"}],"volumeMounts":[{"bindMountOptions":[]}]}]}""";
        assertThat(needs(json).features())
                .containsExactlyInAnyOrder(
                        "RestartAllContainersOnContainerExits",
                        "UserNamespacesHostNetworkSupport",
                        "VolumeBindMountOptions");
    }

    @Test
    void portsOfTheNodeAreThoseOfContainersThatStay() {
        var json = """
                {"containers":[{"name":"c","ports":[{"containerPort":80,"hostPort":8080},{"containerPort":81}]}],
                 "initContainers":[{"name":"i","ports":[{"containerPort":1,"hostPort":1}]},
                   {"name":"s","restartPolicy":"Always","ports":[{"containerPort":53,"hostPort":53,"protocol":"UDP"}]}]}""";
        assertThat(HostPort.of(spec(json)))
                .isEqualTo(List.of(new HostPort("", "TCP", 8080), new HostPort("", "UDP", 53)));
    }
}
