package dev.plimsoll.kinds.definition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.VersionConverter;
import dev.plimsoll.kinds.admission.WebhookClientConfig;
import dev.plimsoll.objects.TypeMeta;
import java.util.ArrayList;
import java.util.List;

/**
 * Objects of a definition in one of its versions, between which a webhook translates. What has the wanted version already is not
 * sent to it.
 *
 * @param plain what is done to an object once it has the version
 */
public record WebhookConverter(CustomConverter plain, WebhookClientConfig webhook, ConversionClient client)
        implements VersionConverter {
    @Override
    public boolean isRemote() {
        return true;
    }

    @Override
    public void show(ObjectNode stored) {
        showAll(List.of(stored));
    }

    @Override
    public void showAll(List<ObjectNode> stored) {
        var foreign = new ArrayList<ObjectNode>();
        for (var each : stored) if (!isOf(each, plain.apiVersion())) foreign.add(each);
        if (!foreign.isEmpty()) {
            var converted = client.converted(webhook, foreign, plain.apiVersion());
            for (var i = 0; i < foreign.size(); i++) {
                foreign.get(i).removeAll();
                foreign.get(i).setAll(converted.get(i));
            }
        }
        stored.forEach(plain::show);
    }

    @Override
    public ObjectNode store(ObjectNode shown) {
        return isOf(shown, plain.storedApiVersion())
                ? shown
                : client.converted(webhook, List.of(shown), plain.storedApiVersion())
                        .getFirst();
    }

    private static boolean isOf(ObjectNode object, String apiVersion) {
        return TypeMeta.of(object).apiVersion().equals(apiVersion);
    }
}
