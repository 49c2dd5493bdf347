package insideinformer.apiserver;

import insideinformer.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** What {@code /version} says: the release whose behavior clients can rely on. Upstream: {@code version.Info}. */
final class Version {

    static final String GIT = "v1.37.0+inside-the-informer";

    private Version() {}

    static ObjectNode info() {
        return Json.MAPPER.createObjectNode()
                .put("major", "1")
                .put("minor", "37")
                .put("gitVersion", GIT)
                .put("gitCommit", "")
                .put("gitTreeState", "clean")
                .put("buildDate", "1970-01-01T00:00:00Z")
                .put("goVersion", "")
                .put("compiler", "javac")
                .put("platform", "jvm/" + Runtime.version().feature());
    }
}
