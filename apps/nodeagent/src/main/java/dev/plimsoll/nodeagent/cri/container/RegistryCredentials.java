package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.cri.config.Credentials;
import dev.plimsoll.objects.registry.DockerConfig;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Who may pull an image, from secrets as docker writes them. */
final class RegistryCredentials {
    private static final String HUB = "index.docker.io";

    private RegistryCredentials() {}

    /** A registry, or a part of one, and who is known there. */
    private record Entry(String place, Credentials credentials) {}

    /** Those that fit an image, the narrowest place first. */
    static List<Credentials> fitting(String image, List<Map<String, byte[]>> secrets) {
        var target = target(image);
        var fitting = new ArrayList<Entry>();
        for (var secret : secrets) {
            for (var said : DockerConfig.entries(secret)) {
                var entry = entry(said);
                if (fits(entry.place(), target)) fitting.add(entry);
            }
        }
        fitting.sort(
                Comparator.comparingInt((Entry entry) -> entry.place().length()).reversed());
        return fitting.stream().map(Entry::credentials).distinct().toList();
    }

    /** The registry and the path of an image; one without a registry is in docker's. */
    private static String target(String image) {
        var name = image.contains("@") ? image.substring(0, image.indexOf('@')) : image;
        var slash = name.indexOf('/');
        var first = slash < 0 ? "" : name.substring(0, slash);
        var isRegistry = first.contains(".") || first.contains(":") || first.equals("localhost");
        if (isRegistry) return first.equals("docker.io") ? HUB + name.substring(slash) : name;
        return HUB + "/" + (slash < 0 ? "library/" + name : name);
    }

    private static Entry entry(DockerConfig.Entry said) {
        var user = said.username();
        var password = said.password();
        var both = said.auth();
        if (user.isEmpty() && !both.isEmpty()) {
            var decoded = new String(Base64.getMimeDecoder().decode(both), StandardCharsets.UTF_8);
            var colon = decoded.indexOf(':');
            user = colon < 0 ? "" : decoded.substring(0, colon);
            password = colon < 0 ? "" : decoded.substring(colon + 1).replace("\0", "");
        }
        var bare = bare(said.place());
        return new Entry(bare, new Credentials(user, password, said.identityToken(), said.registryToken()));
    }

    /** Without a scheme, and without the version of the registry's API. */
    private static String bare(String place) {
        return place.replaceFirst("^https?://", "")
                .replaceFirst("/v[12]/?$", "")
                .replaceFirst("/$", "")
                .replaceFirst("^docker\\.io(?=/|$)", HUB);
    }

    private static String host(String place) {
        var slash = place.indexOf('/');
        return slash < 0 ? place : place.substring(0, slash);
    }

    /** Part by part of the host name, where a star stands for anything within one; the path must begin alike. */
    private static boolean fits(String place, String target) {
        var host = host(place);
        var targetHost = host(target);
        var path = place.substring(host.length());
        var targetPath = target.substring(targetHost.length());
        if (!targetPath.startsWith(path)) return false;
        if (!port(host).equals(port(targetHost))) return false;
        var parts = name(host).split("\\.", -1);
        var targetParts = name(targetHost).split("\\.", -1);
        if (parts.length != targetParts.length) return false;
        for (var i = 0; i < parts.length; i++) {
            var pattern = Pattern.quote(parts[i]).replace("*", "\\E.*\\Q");
            if (!targetParts[i].matches(pattern)) return false;
        }
        return true;
    }

    private static String name(String host) {
        var colon = host.indexOf(':');
        return colon < 0 ? host : host.substring(0, colon);
    }

    private static String port(String host) {
        var colon = host.indexOf(':');
        return colon < 0 ? "" : host.substring(colon + 1);
    }
}
