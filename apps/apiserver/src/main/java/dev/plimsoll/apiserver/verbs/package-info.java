/** What each verb does with an object. */
@NullMarked
package dev.plimsoll.apiserver.verbs;

import org.jspecify.annotations.NullMarked;
