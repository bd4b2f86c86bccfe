package dev.plimsoll.kinds.rules.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.EventRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Services and events, which their strategies ask in parts. */
class ServiceRulesTest {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES, JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .build();

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {type:'ClusterIP',sessionAffinity:'None'} | spec.ports: Required value
            {type:'ClusterIP',sessionAffinity:'None',clusterIP:'None'} |
            {type:'ExternalName',sessionAffinity:'None'} | spec.externalName: Required value
            {type:'ClusterIP',sessionAffinity:'X',clusterIP:'None'} | spec.sessionAffinity: Unsupported value: "X": supported values: "ClientIP", "None"
            {type:'X',sessionAffinity:'None',clusterIP:'None'} | spec.type: Unsupported value: "X": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"
            {type:'ClusterIP',sessionAffinity:'None',ports:[{port:0,protocol:'TCP',targetPort:0}]} | spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive; spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive
            {type:'ClusterIP',sessionAffinity:'None',ports:[{port:1,protocol:'TCP',targetPort:1,nodePort:30000}]} | spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'
            {type:'ClusterIP',sessionAffinity:'None',ports:[{name:'a',port:80,protocol:'TCP',targetPort:1},{name:'b',port:80,protocol:'TCP',targetPort:1}]} | spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}
            {type:'ClusterIP',sessionAffinity:'None',clusterIP:'None',externalIPs:['1Gi']} | spec.externalIPs[0]: Invalid value: "1Gi": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)
            {type:'ClusterIP',sessionAffinity:'None',clusterIP:'None',externalIPs:['169.254.1.1']} | spec.externalIPs[0]: Invalid value: "169.254.1.1": may not be in the link-local range (169.254.0.0/16, fe80::/10)
            {type:'NodePort',sessionAffinity:'None',clusterIP:'None',clusterIPs:['None'],ports:[{port:1,protocol:'TCP',targetPort:1}]} | spec.clusterIPs[0]: Invalid value: "None": may not be set to 'None' for NodePort services
            """)
    void services(String spec, @Nullable String expected) {
        var found = new Findings();
        ServiceRules.check(FieldValue.of(json("{spec:" + spec + "}")), found);
        assertThat(text(found)).isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {metadata:{namespace:'a'},regarding:{namespace:'b'}} | involvedObject.namespace: Invalid value: "b": does not match event.namespace; eventTime: Required value; type: Invalid value: "": has invalid value:\\u0020
            {metadata:{namespace:'a'},regarding:{namespace:'b'},eventTime:'t',type:'Normal',reportingController:'example.com/c',reportingInstance:'i',action:'A',reason:'R'} |
            {metadata:{namespace:'a'},regarding:{namespace:'b'},eventTime:'t',type:'X',reportingController:'example.com/c',reportingInstance:'i',action:'A'} | reason: Required value; type: Invalid value: "": has invalid value: X
            {metadata:{namespace:'a'},eventTime:'t',type:'Normal',reportingController:'example.com/c',reportingInstance:'i',action:'A',reason:'R'} | involvedObject.namespace: Invalid value: "": does not match event.namespace
            """)
    void events(String event, @Nullable String expected) {
        var found = new Findings();
        EventRules.check(FieldValue.of(json(event)), EventRules.Names.NEWER, found);
        EventRules.checkNewer(FieldValue.of(json(event)), found);
        assertThat(text(found)).isEqualTo(expected == null ? "" : expected.replace("\\u0020", " "));
    }

    private static String text(Findings found) {
        return String.join(
                "; ", found.toList().stream().map(FieldError::toString).toList());
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
