package insideinformer.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * The pods that the canned server serves, as JSON of about 2.2 KB each: pods of deployments, as a server without
 * managedFields would show them. The same number gives the same pod, every time.
 */
final class PodTexts {

    private static final int NAMESPACES = 50;
    private static final int DEPLOYMENTS = 400;
    private static final int NODES = 200;
    private static final String VERSION_MARK = "0000000000"; // as many digits as a version has here

    /** One pod's JSON and where its resourceVersion stands in it. */
    record Text(byte[] json, int versionAt) {

        /** The same pod at {@code version}, written to {@code target}. */
        void copyTo(byte[] target, int at, long version) {
            System.arraycopy(json, 0, target, at, json.length);
            long rest = version;
            for (int i = at + versionAt + VERSION_MARK.length() - 1; rest > 0; i--, rest /= 10) {
                target[i] = (byte) ('0' + rest % 10);
            }
            // leading zeros: a version is a text to everybody but its server
        }
    }

    private PodTexts() {}

    static Text pod(int number) {
        SplittableRandom random = new SplittableRandom(number);
        int deployment = number % DEPLOYMENTS;
        String app = "shop-service-" + deployment;
        String hash = hex(new SplittableRandom(deployment), 10);
        String name = app + "-" + hash + "-" + "%05x".formatted(number); // no two alike
        String namespace = "team-" + deployment % NAMESPACES;
        int node = random.nextInt(NODES);
        String start = "2026-03-%02dT%02d:%02d:%02dZ".formatted(
                1 + random.nextInt(28), random.nextInt(24), random.nextInt(60), random.nextInt(60));
        String volume = hex(random, 5);
        String ip = "10.%d.%d.%d".formatted(1 + node / 250, node % 250, 1 + number % 250);
        String json = """
                {"metadata":{"name":"%s","generateName":"%s-%s-","namespace":"%s","uid":"%s","resourceVersion":"%s",\
                "generation":1,"creationTimestamp":"%s","labels":{"app":"%s","pod-template-hash":"%s","tier":"backend"},\
                "ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"%s-%s","uid":"%s",\
                "controller":true,"blockOwnerDeletion":true}]},\
                "spec":{"volumes":[{"name":"kube-api-access-%s","projected":{"sources":[{"serviceAccountToken":\
                {"expirationSeconds":3607,"path":"token"}}],"defaultMode":420}}],\
                "containers":[{"name":"main","image":"registry.example.com/shop/service-%d:1.%d.0",\
                "ports":[{"containerPort":8080,"protocol":"TCP"}],"env":[{"name":"LOG_LEVEL","value":"info"}],\
                "resources":{"limits":{"cpu":"1","memory":"512Mi"},"requests":{"cpu":"250m","memory":"256Mi"}},\
                "volumeMounts":[{"name":"kube-api-access-%s","readOnly":true,\
                "mountPath":"/var/run/secrets/kubernetes.io/serviceaccount"}],\
                "terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File",\
                "imagePullPolicy":"IfNotPresent"}],\
                "restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst",\
                "serviceAccountName":"default","nodeName":"node-%d.example.com","securityContext":{},\
                "schedulerName":"default-scheduler","tolerations":[{"key":"node.kubernetes.io/not-ready",\
                "operator":"Exists","effect":"NoExecute","tolerationSeconds":300}],"priority":0,\
                "enableServiceLinks":true},\
                "status":{"phase":"Running","conditions":[\
                {"type":"Initialized","status":"True","lastTransitionTime":"%s"},\
                {"type":"Ready","status":"True","lastTransitionTime":"%s"},\
                {"type":"PodScheduled","status":"True","lastTransitionTime":"%s"}],\
                "hostIP":"192.168.%d.%d","podIP":"%s","startTime":"%s","containerStatuses":[{"name":"main",\
                "state":{"running":{"startedAt":"%s"}},"lastState":{},"ready":true,"restartCount":0,\
                "image":"registry.example.com/shop/service-%d:1.%d.0","imageID":"sha256:%s",\
                "containerID":"containerd://%s","started":true}],"qosClass":"Burstable"}}\
                """.formatted(
                name, app, hash, namespace, uid(random), VERSION_MARK, start, app, hash,
                app, hash, uid(new SplittableRandom(-deployment)),
                volume, deployment, deployment % 7, volume, node,
                start, start, start, node / 250, node % 250, ip, start,
                start, deployment, deployment % 7, hex(new SplittableRandom(~deployment), 64), hex(random, 64));
        return new Text(json.getBytes(StandardCharsets.US_ASCII), json.indexOf(VERSION_MARK));
    }

    private static String uid(SplittableRandom random) {
        return hex(random, 8) + "-" + hex(random, 4) + "-4" + hex(random, 3) + "-8" + hex(random, 3) + "-"
                + hex(random, 12);
    }

    private static String hex(SplittableRandom random, int digits) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < digits; i++) {
            text.append(Character.forDigit(random.nextInt(16), 16));
        }
        return text.toString();
    }
}
