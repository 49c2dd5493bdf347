package insideinformer.kubeconfig;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The files that tell kubectl which clusters there are: named clusters, named users, and contexts, each of which puts a
 * cluster and a user together. Immutable after loading.
 *
 * <p>When several files are merged, the first file that has an entry of a name wins, and the first one that sets a
 * current context wins. A relative path starts at the folder of its file. A field that is empty or null counts as
 * absent. A setting that this program does not support is refused when its context is asked for.
 *
 * <p>Upstream: {@code client-go tools/clientcmd, ClientConfig, ClientConfigLoadingRules}.
 */
public final class KubeConfig {

    private static final YAMLMapper YAML = new YAMLMapper();

    /** One named entry, and the file that it comes from. */
    private record Entry(Path file, JsonNode body) {}

    private final String origin;
    private final String currentContext;
    private final Map<String, Entry> clusters = new LinkedHashMap<>();
    private final Map<String, Entry> users = new LinkedHashMap<>();
    private final Map<String, Entry> contexts = new LinkedHashMap<>();

    private KubeConfig(Map<Path, JsonNode> files) throws KubeConfigException {
        String current = "";
        for (Map.Entry<Path, JsonNode> file : files.entrySet()) {
            JsonNode root = file.getValue();
            merge(file.getKey(), root, "clusters", "cluster", clusters);
            merge(file.getKey(), root, "users", "user", users);
            merge(file.getKey(), root, "contexts", "context", contexts);
            current = current.isEmpty() ? text(root, "current-context") : current;
        }
        this.origin = origin(files.keySet());
        this.currentContext = current;
    }

    /**
     * Reads the file once.
     *
     * @throws KubeConfigException if the file cannot be read or is no kubeconfig
     */
    public static KubeConfig load(Path file) throws KubeConfigException {
        return load(List.of(file));
    }

    /**
     * Reads the files of a text like that of the variable {@code KUBECONFIG}: paths with the separator of this platform
     * between them.
     *
     * @throws KubeConfigException as {@link #load(List)}
     */
    public static KubeConfig load(String paths) throws KubeConfigException {
        return load(Stream.of(paths.split(Pattern.quote(File.pathSeparator)))
                .filter(path -> !path.isEmpty()).map(Path::of).toList());
    }

    /**
     * Reads and merges the files once. A file that does not exist is skipped.
     *
     * @throws KubeConfigException if none of them exists, one cannot be read, or none has a list of clusters
     */
    public static KubeConfig load(List<Path> files) throws KubeConfigException {
        Map<Path, JsonNode> contents = new LinkedHashMap<>();
        for (Path file : files) {
            if (!Files.notExists(file)) {
                contents.put(file, read(file));
            }
        }
        if (contents.isEmpty()) {
            throw new KubeConfigException(origin(files), (files.size() > 1 ? "none of these files exists"
                    : "there is no such file") + "; set KUBECONFIG to one that exists");
        }
        if (contents.values().stream().noneMatch(root -> root.path("clusters").isArray())) {
            throw new KubeConfigException(origin(contents.keySet()),
                    "this is no kubeconfig, it has no list of clusters; set KUBECONFIG to a file like those that "
                            + "`kubectl config view --raw` prints");
        }
        return new KubeConfig(contents);
    }

    private static JsonNode read(Path file) throws KubeConfigException {
        try {
            return YAML.readTree(Files.readString(file));
        } catch (IOException e) {
            throw new KubeConfigException(file.toString(), "it cannot be read (" + e.getClass().getSimpleName()
                    + "); make it a text file that this user may read");
        } catch (JacksonException e) {
            // The exception is not passed on, because its message quotes the line, which can hold a secret.
            throw new KubeConfigException(file.toString(), "it is not valid YAML near line "
                    + Math.max(1, e.getLocation().getLineNr()) + "; correct that line");
        }
    }

    private static String origin(Collection<Path> files) {
        return files.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static void merge(Path file, JsonNode root, String list, String kind, Map<String, Entry> entries)
            throws KubeConfigException {
        if (isPresent(root, list) && !root.path(list).isArray()) {
            throw new KubeConfigException(file.toString(), "this is no kubeconfig, its " + list + " are no list");
        }
        root.path(list).forEach(entry -> entries.putIfAbsent(text(entry, "name"), new Entry(file, entry.path(kind))));
    }

    /** The context to use if no other is asked for; empty if none is set. */
    public String currentContext() {
        return currentContext;
    }

    /**
     * The configuration of the current context.
     *
     * @throws KubeConfigException if none is set, or as {@link #restConfig(String)}
     */
    public RestConfig restConfig() throws KubeConfigException {
        if (currentContext.isEmpty()) {
            throw problem("no current-context is set; choose one with `kubectl config use-context NAME`, out of: "
                    + String.join(", ", contexts.keySet()));
        }
        return restConfig(currentContext);
    }

    /**
     * The configuration of a context. Files with certificates and keys are read now. The file of a token is read for
     * each request. A command for credentials runs when the first request needs it.
     *
     * @throws KubeConfigException if the context, its cluster or its user is missing, has a setting that is not
     *     supported or not legal, or names a file that cannot be read
     */
    public RestConfig restConfig(String contextName) throws KubeConfigException {
        JsonNode context = entry(contexts, "context", contextName).body();
        String clusterName = text(context, "cluster");
        String userName = text(context, "user");
        Entry cluster = entry(clusters, "cluster", clusterName);
        Entry user = userName.isEmpty()
                ? new Entry(cluster.file(), YAML.createObjectNode()) : entry(users, "user", userName);
        refuse(user, userName, "auth-provider", "an authentication provider");
        refuse(user, userName, "username", "basic authentication, which Kubernetes 1.19 dropped");
        refuse(user, userName, "as", "impersonation");
        String authority = data(cluster, "certificate-authority");
        String tokenFile = text(user.body(), "tokenFile");
        try {
            RestConfig config = RestConfig.of(server(cluster, clusterName))
                    .withToken(orNull(text(user.body(), "token")))
                    .withTokenFile(tokenFile.isEmpty() ? null : resolve(user, tokenFile))
                    .withCertificateAuthority(authority)
                    .withClientCertificate(data(user, "client-certificate"), data(user, "client-key"))
                    .withExec(isPresent(user.body(), "exec") ? exec(user, userName, cluster.body(), authority) : null)
                    .withProxy(proxy(cluster, clusterName))
                    .withTlsServerName(orNull(text(cluster.body(), "tls-server-name")));
            return isTrue(cluster.body(), "insecure-skip-tls-verify") ? config.withInsecureSkipTlsVerify() : config;
        } catch (IllegalArgumentException e) {
            throw problem("context '" + contextName + "': " + e.getMessage());
        }
    }

    /**
     * The namespace of the current context; {@code default} if it names none or there is no current context.
     *
     * @throws KubeConfigException if there is no such context
     */
    public String namespace() throws KubeConfigException {
        String name = currentContext.isEmpty()
                ? "" : text(entry(contexts, "context", currentContext).body(), "namespace");
        return name.isEmpty() ? "default" : name;
    }

    private URI server(Entry cluster, String name) throws KubeConfigException {
        String server = text(cluster.body(), "server");
        try {
            return URI.create(server);
        } catch (IllegalArgumentException e) {
            throw problem("cluster '" + name + "' has the server '" + server + "', which is no URL; "
                    + "it must look like https://host:6443");
        }
    }

    private @Nullable URI proxy(Entry cluster, String name) throws KubeConfigException {
        try {
            return isPresent(cluster.body(), "proxy-url") ? URI.create(text(cluster.body(), "proxy-url")) : null;
        } catch (IllegalArgumentException e) { // not quoted, because the URL of a proxy can hold a password
            throw problem("cluster '" + name + "' has a proxy-url that is no URL; it must look like http://host:3128");
        }
    }

    private ExecConfig exec(Entry user, String name, JsonNode cluster, @Nullable String authority)
            throws KubeConfigException {
        JsonNode exec = user.body().path("exec");
        String command = text(exec, "command");
        List<String> args = new ArrayList<>();
        exec.path("args").forEach(arg -> args.add(arg.asString("")));
        Map<String, String> env = new LinkedHashMap<>();
        exec.path("env").forEach(variable -> env.put(text(variable, "name"), text(variable, "value")));
        try {
            return ExecConfig.of(command.contains(File.separator) ? resolve(user, command).toString() : command,
                            text(exec, "apiVersion"), text(exec, "interactiveMode"))
                    .withArgs(args).withEnv(env)
                    .withCluster(isTrue(exec, "provideClusterInfo") ? clusterInfo(cluster, authority) : null)
                    .withInstallHint(text(exec, "installHint"));
        } catch (IllegalArgumentException e) {
            throw problem("user '" + name + "': " + e.getMessage());
        }
    }

    /** The cluster in the form in which a command for credentials reads it. */
    private static JsonNode clusterInfo(JsonNode cluster, @Nullable String authority) {
        ObjectNode info = YAML.createObjectNode();
        for (String field : List.of("server", "tls-server-name", "insecure-skip-tls-verify", "proxy-url",
                "disable-compression")) {
            if (isPresent(cluster, field)) {
                info.set(field, cluster.path(field));
            }
        }
        if (authority != null) {
            info.put("certificate-authority-data",
                    Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.US_ASCII)));
        }
        for (JsonNode extension : cluster.path("extensions")) {
            if (text(extension, "name").equals("client.authentication.k8s.io/exec")) {
                info.set("config", extension.path("extension"));
            }
        }
        return info;
    }

    private void refuse(Entry entry, String name, String field, String what) throws KubeConfigException {
        if (isPresent(entry.body(), field)) {
            throw problem("'" + name + "' asks for " + what + " (" + field + "), which this program does not do; "
                    + "use a context without it");
        }
    }

    /** The PEM text of a field, which is given in base64 or as the path of a file; null if the field is absent. */
    private @Nullable String data(Entry entry, String field) throws KubeConfigException {
        String inline = text(entry.body(), field + "-data");
        String path = text(entry.body(), field);
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
            return Files.readString(resolve(entry, path), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw problem(field + " names the file " + resolve(entry, path) + ", which cannot be read ("
                    + e.getClass().getSimpleName() + "); correct the path or use " + field + "-data");
        }
    }

    private static Path resolve(Entry entry, String path) {
        return entry.file().toAbsolutePath().resolveSibling(path);
    }

    private Entry entry(Map<String, Entry> entries, String kind, String name) throws KubeConfigException {
        Entry entry = entries.get(name);
        if (entry == null) {
            throw problem("there is no " + kind + " named '" + name + "'; there are: "
                    + String.join(", ", entries.keySet()));
        }
        return entry;
    }

    private static boolean isPresent(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return !(value.isMissingNode() || value.isNull() || value.isContainer() && value.isEmpty()
                || value.isString() && value.asString().isEmpty());
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }

    private static boolean isTrue(JsonNode node, String field) {
        return node.path(field).asBoolean(false);
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private KubeConfigException problem(String problem) {
        return new KubeConfigException(origin, problem);
    }

    /** The files and their contexts. */
    @Override
    public String toString() {
        return "KubeConfig[" + origin + ", contexts " + contexts.keySet() + "]";
    }
}
