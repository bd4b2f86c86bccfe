package dev.plimsoll.apiserver.customresources;

import dev.plimsoll.apiserver.identity.User;
import dev.plimsoll.apiserver.kinds.Kind;

/** Deletes the objects of a kind whose definition goes. */
public interface ObjectDeletion {
    void deleteEvery(Kind kind, User user);
}
