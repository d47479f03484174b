import java.io.*;
import java.net.URI;
import java.net.http.*;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.*;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.*;

/**
 * A touchstone sandbox for JUnit 5 on Java 17 or newer: copy this file beside your tests. It needs no other library.
 *
 * One sandbox serves a whole run, on free ports, and each test finds it reset. TOUCHSTONE_COMMAND starts it, `npx touchstone`
 * unless set. It ends with the run, even if the run is killed: it ends when the pipe to its standard input is closed.
 */
public final class TouchstoneExtension implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {
  private static final String COMMAND = System.getenv().getOrDefault("TOUCHSTONE_COMMAND", "npx touchstone");
  private static final String OPTIONS = "--port 0 --control-port 0 --json --end-with-stdin";
  private static final String READY_WITHIN_S = System.getenv().getOrDefault("TOUCHSTONE_READY_WITHIN_S", "60");

  @Override public void beforeAll(ExtensionContext context) {
    sandboxOf(context);
  }

  @Override public void beforeEach(ExtensionContext context) throws Exception {
    sandboxOf(context).control("POST", "/reset", "");
  }

  @Override public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Sandbox.class;
  }

  @Override public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return sandboxOf(context);
  }

  private static Sandbox sandboxOf(ExtensionContext context) {
    var store = context.getRoot().getStore(ExtensionContext.Namespace.GLOBAL);
    return store.getOrComputeIfAbsent(Sandbox.class, key -> new Sandbox(), Sandbox.class);
  }

  /** What a test takes as a parameter. The root store closes it at the end of the run. */
  public static final class Sandbox implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    /** The gateway, its control plane, and a file with client ids, secrets and names for orders. */
    public final String baseUrl, controlUrl, profile;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;

    private Sandbox() {
      try {
        File printed = File.createTempFile("touchstone", ".txt"), file = File.createTempFile("touchstone", ".json");
        Stream.of(printed, file).forEach(File::deleteOnExit);
        profile = file.getPath();
        String typed = "exec " + COMMAND + " sandbox " + OPTIONS + " --profile-out \"$0\"";
        process = new ProcessBuilder("sh", "-c", typed, profile).redirectError(printed).start();
        String line = firstLine(process.inputReader());
        if (!line.contains("\"ready\":true")) {
          Integer status = end(5);
          String how = status == null ? "killed" : "exit status " + status;
          String said = Files.readString(printed.toPath()).strip().replaceAll("\\s+", " ");
          String wrong = "`%s sandbox` did not start within %s s (%s): first line '%.100s', standard error: %s";
          throw new IllegalStateException(wrong.formatted(COMMAND, READY_WITHIN_S, how, line, said));
        }
        baseUrl = member("baseUrl", line);
        controlUrl = member("controlUrl", line);
      } catch (IOException | InterruptedException error) {
        throw new IllegalStateException("`" + COMMAND + " sandbox` did not start", error);
      }
    }

    /** Calls an operation of the control plane, and returns what it answers: {controlUrl}/openapi.json lists them all. */
    public String control(String method, String path, String body) throws Exception {
      var sent = HttpRequest.newBuilder(URI.create(controlUrl + path)).timeout(Duration.ofSeconds(30));
      sent.header("Content-Type", "application/json");
      sent.method(method, HttpRequest.BodyPublishers.ofString(body));
      var answer = http.send(sent.build(), HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() >= 300) throw new IllegalArgumentException(method + " " + path + ": " + answer.body());
      return answer.body();
    }

    public String token(String principal) throws Exception {
      return member("token", control("POST", "/identity/mint", "{\"persona\":\"" + principal + "\"}"));
    }

    /** Adds a fault, such as {"on":{"owner":"orders"},"hold":"verdict","times":1}; returns its id. */
    public String fault(String rule) throws Exception {
      return member("id", control("POST", "/faults", rule));
    }

    public void release(String hold) throws Exception {
      control("POST", "/holds/" + hold + "/release", "");
    }

    @Override public void close() throws IOException, InterruptedException {
      Integer status = end(30);
      if (status == null || status != 0) throw new IllegalStateException("the sandbox ended with status " + status);
    }

    /** Its exit status; null: it was killed. A signal would not pass npx and its shell, the end of a pipe does. */
    private Integer end(int withinS) throws IOException, InterruptedException {
      var all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
      process.getOutputStream().close();
      boolean ended = process.waitFor(withinS, TimeUnit.SECONDS);
      all.forEach(ProcessHandle::destroyForcibly);
      return ended ? process.exitValue() : null;
    }

    /** What it prints first on standard output; nothing where it takes too long. */
    private static String firstLine(BufferedReader lines) {
      var line = CompletableFuture.supplyAsync(() -> lines.lines().findFirst().orElse(""));
      return line.completeOnTimeout("", Long.parseLong(READY_WITHIN_S), TimeUnit.SECONDS).join();
    }

    private static String member(String name, String json) {
      var found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
      if (!found.find()) throw new IllegalStateException("no " + name + " in " + json);
      return found.group(1);
    }
  }
}
