/**
 * Where the API server is, how to trust it, and how to prove to it who we are. No chapter explains this package. You
 * need it only for a real cluster.
 *
 * <p>Reading order: {@link insideinformer.kubeconfig.RestConfig}, everything that one connection needs to know; {@link
 * insideinformer.kubeconfig.KubeConfig}, which reads it from the files that kubectl uses; {@link
 * insideinformer.kubeconfig.Transport}, which turns it into an HTTP client and credentials, with {@code Tls}, {@code
 * PemKey}, {@code RenamingSocketFactory} and {@code Proxies}; {@link insideinformer.kubeconfig.ExecConfig} and {@code
 * ExecCredentials}, the command that logs in to a managed cluster.
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>{@code exec-answer}, {@code exec-complaint}</td><td>{@code ExecCredentials}</td><td>the command
 *     ends</td><td>what the command prints</td></tr>
 * </table>
 *
 * <p>The lock of {@code ExecCredentials} guards the credential it got last and the fact that the command is running. It
 * is not held while the command runs. Everything else is immutable.
 */
@NullMarked
package insideinformer.kubeconfig;

import org.jspecify.annotations.NullMarked;
