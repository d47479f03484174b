import json, urllib.request

ORDER = {"account": "main", "instrument": "BTC-USD", "side": "BUY", "price": "100.00", "qty": "1"}


def send(sandbox, method, path, key=None, body=None):
    """What your own client does; its tests call that instead."""
    headers = {"Authorization": f"Bearer {sandbox.token()}", "Content-Type": "application/json"}
    headers |= {} if key is None else {"Idempotency-Key": key}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(sandbox.base_url + path, data, headers, method=method)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=30) as answer:
        return answer.status, json.load(answer)


def test_an_order_is_placed(sandbox):
    status, order = send(sandbox, "POST", "/orders", "order-1", ORDER | {"clientOrderId": "order-1"})
    assert (status, order["status"]) == (201, "OPEN")


def test_a_late_outcome_is_looked_up_by_its_key(sandbox):
    sandbox.fault({"on": {"owner": "orders", "command": "submit"}, "hold": "verdict", "times": 1})
    status, _ = send(sandbox, "POST", "/orders", "order-1", ORDER | {"clientOrderId": "order-1"})
    assert status == 202
    sandbox.release("verdict")
    _, operation = send(sandbox, "GET", "/operations/order-1")
    assert operation["outcome"]["status"] == "SUCCEEDED"
