package dev.plimsoll.cli;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.ToolProvider;

/**
 * Every text in the sources that a failure is told with: what the methods are called with that end a command, and what the results
 * hold that they hand on. What is put in at run time is {@code ...}.
 */
final class FailureMessages {
    private static final Set<String> METHODS = Set.of("unreadable", "refused", "problem", "wrong");
    private static final Set<String> RESULTS = Set.of(
            "Invalid",
            "Wrong",
            "Failed",
            "Malformed",
            "Missing",
            "Unknown",
            "Unclear",
            "Impossible",
            "IOException",
            "ParameterException");
    /** Shorter ones hand on what somebody else has put into words. */
    private static final int LEAST_LETTERS = 12;

    private FailureMessages() {}

    record Message(String file, String text) {
        @Override
        public String toString() {
            return file + ": " + text;
        }
    }

    static List<Message> in(Path sources) throws IOException {
        List<Path> files;
        try (var found = Files.walk(sources)) {
            files = found.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask)
                    compiler.getTask(null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
            var messages = new ArrayList<Message>();
            for (var unit : task.parse()) {
                var scanner = new Scanner(
                        Path.of(unit.getSourceFile().getName()).getFileName().toString(), messages);
                scanner.read(unit);
            }
            return messages;
        }
    }

    private static final class Scanner extends TreeScanner<Void, Void> {
        private final String file;
        private final List<Message> messages;
        private final Map<String, ExpressionTree> constants = new HashMap<>();

        Scanner(String file, List<Message> messages) {
            this.file = file;
            this.messages = messages;
        }

        void read(CompilationUnitTree unit) {
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitVariable(VariableTree variable, Void nothing) {
                    var name = variable.getName().toString();
                    if (name.equals(name.toUpperCase(java.util.Locale.ROOT)) && variable.getInitializer() != null) {
                        constants.put(name, variable.getInitializer());
                    }
                    return super.visitVariable(variable, null);
                }
            }.scan(unit, null);
            scan(unit, null);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
            var selected = call.getMethodSelect();
            var isTold = switch (selected) {
                case IdentifierTree own -> METHODS.contains(own.getName().toString());
                case MemberSelectTree member ->
                    METHODS.contains(member.getIdentifier().toString())
                            || (member.getIdentifier().contentEquals("add")
                                    && member.getExpression().toString().equals("problems"));
                default -> false;
            };
            if (isTold) keep(call.getArguments());
            return super.visitMethodInvocation(call, null);
        }

        @Override
        public Void visitNewClass(NewClassTree made, Void nothing) {
            var name = made.getIdentifier().toString();
            if (RESULTS.contains(name.substring(name.lastIndexOf('.') + 1))) keep(made.getArguments());
            return super.visitNewClass(made, null);
        }

        private void keep(List<? extends ExpressionTree> arguments) {
            for (var text : texts(arguments)) {
                if (text.chars().filter(Character::isLetter).count() >= LEAST_LETTERS) {
                    messages.add(new Message(file, text));
                }
            }
        }

        /** Arguments of a message are parts of it: a flag, a value, what is wrong with it. */
        private List<String> texts(List<? extends ExpressionTree> arguments) {
            var all = List.of("");
            for (var argument : arguments) {
                var own = texts(argument);
                all = joined(all, all.equals(List.of("")) ? own : joined(List.of(": "), own));
            }
            return all;
        }

        private List<String> texts(Tree tree) {
            return switch (tree) {
                case LiteralTree literal -> List.of(String.valueOf(literal.getValue()));
                case BinaryTree sum
                when sum.getKind() == Tree.Kind.PLUS ->
                    joined(texts(sum.getLeftOperand()), texts(sum.getRightOperand()));
                case ParenthesizedTree inner -> texts(inner.getExpression());
                case ConditionalExpressionTree choice -> {
                    var both = new ArrayList<>(texts(choice.getTrueExpression()));
                    both.addAll(texts(choice.getFalseExpression()));
                    yield both;
                }
                case IdentifierTree name
                when constants.containsKey(name.getName().toString()) ->
                    texts(constants.get(name.getName().toString()));
                case MethodInvocationTree call when isList(call) -> texts(call.getArguments());
                default -> List.of("...");
            };
        }

        private static boolean isList(MethodInvocationTree call) {
            return call.getMethodSelect().toString().equals("List.of");
        }

        private static List<String> joined(List<String> left, List<String> right) {
            var all = new ArrayList<String>();
            for (var first : left) for (var second : right) all.add(first + second);
            return all;
        }
    }
}
