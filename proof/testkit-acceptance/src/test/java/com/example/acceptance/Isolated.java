package com.example.acceptance;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A part of a test that runs as in a process of its own: with other libraries, and with a kit that has not been used before. */
final class Isolated {
    private Isolated() {}

    static List<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .collect(Collectors.toList());
    }

    /** What it says, with only these of the libraries. */
    static String call(Class<? extends Callable<String>> type, Predicate<String> libraries) throws Exception {
        var urls = new ArrayList<URL>();
        for (var file : classPath()) if (libraries.test(file.toString())) urls.add(file.toUri().toURL());
        // It stays open: threads of a cluster that was closed may still need a class to end.
        var loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        var isolated = loader.loadClass(type.getName());
        var before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            return (String) ((Callable<?>) isolated.getDeclaredConstructor().newInstance()).call();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
