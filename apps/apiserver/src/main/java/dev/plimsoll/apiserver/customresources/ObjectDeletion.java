package dev.plimsoll.apiserver.customresources;

import dev.plimsoll.kinds.Kind;
import dev.plimsoll.objects.access.User;

/** Deletes the objects of a kind whose definition goes. */
public interface ObjectDeletion {
    void deleteEvery(Kind kind, User user);
}
