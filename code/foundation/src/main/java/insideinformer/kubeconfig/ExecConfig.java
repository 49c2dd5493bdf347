package insideinformer.kubeconfig;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A command that gets credentials. Most managed clusters are logged in to with one. Immutable. Make one with {@link
 * #of} and change it with the {@code with} methods. The text form shows only the command, because arguments and
 * variables can hold secrets.
 *
 * <p>Settings that no command can be run with are refused with an {@link IllegalArgumentException}, whose message
 * repeats no argument and no value of a variable.
 *
 * <p>Upstream: {@code client-go tools/clientcmd/api, ExecConfig}.
 *
 * @param command a path, or a name that is looked for on the PATH
 * @param env added to the variables of this process
 * @param apiVersion in which the command is asked and answers
 * @param interactiveMode whether the command gets the terminal: {@code Never}, {@code IfAvailable} or {@code Always};
 *     empty with v1beta1: {@code IfAvailable}
 * @param cluster told to the command; null: nothing
 * @param installHint told to the user when the command fails; may be empty
 */
public record ExecConfig(
        String command,
        List<String> args,
        Map<String, String> env,
        String apiVersion,
        String interactiveMode,
        @Nullable JsonNode cluster,
        String installHint) {

    private static final String GROUP = "client.authentication.k8s.io/";

    public ExecConfig {
        args = List.copyOf(args);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
        if (command.isEmpty()) {
            throw new IllegalArgumentException("exec has no command; name the one that prints the credentials");
        }
        if (!apiVersion.equals(GROUP + "v1") && !apiVersion.equals(GROUP + "v1beta1")) {
            throw new IllegalArgumentException("exec has the apiVersion '" + apiVersion + "'; use " + GROUP + "v1 or "
                    + GROUP + "v1beta1, whichever '" + command + "' supports");
        }
        if (interactiveMode.isEmpty() && apiVersion.endsWith("v1beta1")) {
            interactiveMode = "IfAvailable";
        }
        if (!List.of("Never", "IfAvailable", "Always").contains(interactiveMode)) {
            throw new IllegalArgumentException("exec has the interactiveMode '" + interactiveMode
                    + "'; use Never, IfAvailable or Always");
        }
        for (Map.Entry<String, String> variable : env.entrySet()) {
            String name = variable.getKey();
            if (name.isEmpty() || name.contains("=") || (name + variable.getValue()).indexOf('\0') >= 0) {
                throw new IllegalArgumentException(
                        "exec has an env without a name, or one that no process can have; correct its name and value");
            }
        }
    }

    /** A command without arguments, variables, information about the cluster and a hint. */
    public static ExecConfig of(String command, String apiVersion, String interactiveMode) {
        return new ExecConfig(command, List.of(), Map.of(), apiVersion, interactiveMode, null, "");
    }

    public ExecConfig withArgs(List<String> newArgs) {
        return new ExecConfig(command, newArgs, env, apiVersion, interactiveMode, cluster, installHint);
    }

    public ExecConfig withEnv(Map<String, String> newEnv) {
        return new ExecConfig(command, args, newEnv, apiVersion, interactiveMode, cluster, installHint);
    }

    public ExecConfig withCluster(@Nullable JsonNode newCluster) {
        return new ExecConfig(command, args, env, apiVersion, interactiveMode, newCluster, installHint);
    }

    public ExecConfig withInstallHint(String hint) {
        return new ExecConfig(command, args, env, apiVersion, interactiveMode, cluster, hint);
    }

    @Override
    public String toString() {
        return "credentials from the command '" + command + "'";
    }
}
