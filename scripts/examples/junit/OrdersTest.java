import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TouchstoneExtension.class)
class OrdersTest {
  private static final String ORDER = """
      {"account":"main","instrument":"BTC-USD","clientOrderId":"order-1","side":"BUY","price":"100.00","qty":"1"}""";
  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void anOrderIsPlaced(TouchstoneExtension.Sandbox sandbox) throws Exception {
    assertEquals(201, place(sandbox).statusCode());
  }

  @Test
  void aLateOutcomeIsLookedUpByItsKey(TouchstoneExtension.Sandbox sandbox) throws Exception {
    sandbox.fault("""
        {"on":{"owner":"orders","command":"submit"},"hold":"verdict","times":1}""");
    assertEquals(202, place(sandbox).statusCode());
    sandbox.release("verdict");
    var operation = send(sandbox, HttpRequest.newBuilder(URI.create(sandbox.baseUrl + "/operations/order-1")));
    assertTrue(operation.body().contains("\"status\":\"SUCCEEDED\""), operation.body());
  }

  private HttpResponse<String> place(TouchstoneExtension.Sandbox sandbox) throws Exception {
    var order = HttpRequest.newBuilder(URI.create(sandbox.baseUrl + "/orders")).header("Idempotency-Key", "order-1")
        .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(ORDER));
    return send(sandbox, order);
  }

  /** What your own client does; its tests call that instead. */
  private HttpResponse<String> send(TouchstoneExtension.Sandbox sandbox, HttpRequest.Builder request) throws Exception {
    return http.send(request.header("Authorization", "Bearer " + sandbox.token("trader")).build(), HttpResponse.BodyHandlers.ofString());
  }
}
