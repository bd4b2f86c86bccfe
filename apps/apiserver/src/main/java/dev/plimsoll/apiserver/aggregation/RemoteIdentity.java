package dev.plimsoll.apiserver.aggregation;

import dev.plimsoll.objects.access.User;
import dev.plimsoll.streams.ResponseHead.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Who asks, in the headers that an API server believes from a proxy with the right certificate. */
public final class RemoteIdentity {
    public static final String USER = "X-Remote-User";
    public static final String UID = "X-Remote-Uid";
    public static final String GROUP = "X-Remote-Group";
    public static final String EXTRA_PREFIX = "X-Remote-Extra-";
    /** Keys may have others, a slash above all. */
    private static final String NAME_CHARACTERS = "!#$&'*+-.^_`|~";

    private RemoteIdentity() {}

    static List<Field> of(User user) {
        var fields = new ArrayList<Field>();
        fields.add(new Field(USER, bytes(user.name())));
        if (!user.uid().isEmpty()) fields.add(new Field(UID, bytes(user.uid())));
        for (var group : user.groups()) fields.add(new Field(GROUP, bytes(group)));
        user.extra().forEach((key, values) -> {
            for (var value : values)
                fields.add(new Field(EXTRA_PREFIX + PercentEncoder.encode(key, NAME_CHARACTERS), bytes(value)));
        });
        return fields;
    }

    /** Headers are bytes: those of UTF-8, each as one character. */
    private static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
