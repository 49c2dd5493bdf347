package insideinformer.client;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A kubeconfig file: named clusters, users, and contexts that put one of each together. Immutable after loading;
 * relative paths in it start at the file's own folder. Credentials and connections that we cannot honor are refused
 * rather than ignored, once they are asked for.
 *
 * <p>Upstream: {@code client-go tools/clientcmd, ClientConfig}.
 */
public final class KubeConfig {

    private static final YAMLMapper YAML = new YAMLMapper();

    private final Path file;
    private final JsonNode root;

    private KubeConfig(Path file, JsonNode root) {
        this.file = file;
        this.root = root;
    }

    /**
     * Reads the file now and never again.
     *
     * @throws KubeConfigException if the file cannot be read or is no kubeconfig
     */
    public static KubeConfig load(Path file) throws KubeConfigException {
        JsonNode root = read(file);
        if (!root.isObject() || !root.path("clusters").isArray()) {
            throw new KubeConfigException(file, "this is no kubeconfig, it has no list of clusters; "
                    + "set KUBECONFIG to a file like those that `kubectl config view --raw` prints");
        }
        return new KubeConfig(file, root);
    }

    private static JsonNode read(Path file) throws KubeConfigException {
        try {
            return YAML.readTree(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new KubeConfigException(file, "there is no such file; set KUBECONFIG to one that exists");
        } catch (IOException e) {
            throw new KubeConfigException(file, "it cannot be read (" + e.getClass().getSimpleName()
                    + "); make it a text file that this user may read");
        } catch (JacksonException e) {
            // Neither the exception nor its message goes on: both quote the line, which may hold a secret.
            throw new KubeConfigException(file, "it is not valid YAML near line "
                    + Math.max(1, e.getLocation().getLineNr()) + "; mend that line");
        }
    }

    /** The context that is used unless another is asked for; empty if none is set. */
    public String currentContext() {
        return text(root, "current-context");
    }

    /**
     * What the current context says.
     *
     * @throws KubeConfigException if none is set, and as {@link #restConfig(String)}
     */
    public RestConfig restConfig() throws KubeConfigException {
        if (currentContext().isEmpty()) {
            throw problem("no current-context is set; choose one with `kubectl config use-context NAME`, out of: "
                    + String.join(", ", names("contexts")));
        }
        return restConfig(currentContext());
    }

    /**
     * What the named context says, with the certificates and the key that it names as files; a token's file is read
     * later, for each request.
     *
     * @throws KubeConfigException if the context, its cluster or its user is missing, asks for what we do not do, names
     *     a file that cannot be read, or makes no {@link RestConfig}
     */
    public RestConfig restConfig(String contextName) throws KubeConfigException {
        JsonNode context = entry("contexts", "context", contextName);
        JsonNode cluster = entry("clusters", "cluster", text(context, "cluster"));
        JsonNode user = text(context, "user").isEmpty()
                ? YAML.createObjectNode() : entry("users", "user", text(context, "user"));
        refuse(cluster, text(context, "cluster"), "proxy-url", "a proxy");
        refuse(cluster, text(context, "cluster"), "tls-server-name", "another name in the server's certificate");
        refuseForeignCredentials(user, text(context, "user"));
        try {
            return new RestConfig(
                    server(cluster, text(context, "cluster")),
                    orNull(text(user, "token")),
                    text(user, "tokenFile").isEmpty() ? null : resolve(text(user, "tokenFile")),
                    data(cluster, "certificate-authority"),
                    data(user, "client-certificate"),
                    data(user, "client-key"),
                    cluster.path("insecure-skip-tls-verify").asBoolean(false));
        } catch (IllegalArgumentException e) {
            throw problem("context '" + contextName + "': " + e.getMessage());
        }
    }

    /**
     * The namespace that the current context prefers; {@code default} if it names none, or none is set.
     *
     * @throws KubeConfigException if there is no such context
     */
    public String namespace() throws KubeConfigException {
        String name = currentContext().isEmpty()
                ? "" : text(entry("contexts", "context", currentContext()), "namespace");
        return name.isEmpty() ? "default" : name;
    }

    private URI server(JsonNode cluster, String name) throws KubeConfigException {
        String server = text(cluster, "server");
        try {
            return URI.create(server);
        } catch (IllegalArgumentException e) {
            throw problem("cluster '" + name + "' has the server '" + server + "', which is no URL; "
                    + "it must look like https://host:6443");
        }
    }

    private void refuseForeignCredentials(JsonNode user, String name) throws KubeConfigException {
        if (user.has("exec")) {
            throw problem("user '" + name + "' gets its credentials by running the command '"
                    + text(user.path("exec"), "command")
                    + "' (exec plugin), which this program does not do; give the user "
                    + "a token, for example one that `kubectl create token SERVICEACCOUNT` prints");
        }
        refuse(user, name, "auth-provider", "an authentication provider");
        refuse(user, name, "username", "basic authentication, which Kubernetes 1.19 dropped");
        refuse(user, name, "as", "impersonation");
    }

    private void refuse(JsonNode node, String name, String field, String what) throws KubeConfigException {
        if (node.has(field)) {
            throw problem("'" + name + "' asks for " + what + " (" + field + "), which this program does not do; "
                    + "use a context without it");
        }
    }

    /** The PEM text of a field that is given inline in base64, or as the path of a file; null if neither is. */
    private @Nullable String data(JsonNode node, String field) throws KubeConfigException {
        String inline = text(node, field + "-data");
        String path = text(node, field);
        if (!inline.isEmpty()) {
            try {
                return new String(Base64.getDecoder().decode(inline.replaceAll("\\s", "")), StandardCharsets.US_ASCII);
            } catch (IllegalArgumentException e) {
                throw problem(field + "-data is not base64; write the file's content through `base64 -w0`");
            }
        }
        if (path.isEmpty()) {
            return null;
        }
        try {
            return Files.readString(resolve(path), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw problem(field + " names the file " + resolve(path) + ", which cannot be read ("
                    + e.getClass().getSimpleName() + "); correct the path or use " + field + "-data");
        }
    }

    private Path resolve(String path) {
        return file.toAbsolutePath().resolveSibling(path);
    }

    private JsonNode entry(String list, String kind, String name) throws KubeConfigException {
        for (JsonNode entry : root.path(list)) {
            if (text(entry, "name").equals(name)) {
                return entry.path(kind);
            }
        }
        throw problem("there is no " + kind + " named '" + name + "'; there are: " + String.join(", ", names(list)));
    }

    private List<String> names(String list) {
        List<String> names = new ArrayList<>();
        root.path(list).forEach(entry -> names.add(text(entry, "name")));
        return names;
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private KubeConfigException problem(String problem) {
        return new KubeConfigException(file, problem);
    }

    /** The file and its contexts. */
    @Override
    public String toString() {
        return "KubeConfig[" + file + ", contexts " + names("contexts") + "]";
    }
}
