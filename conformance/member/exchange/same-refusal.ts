/**
 * Compares two refusals apart from the names in them: a refusal for an invisible row must not reveal that the row
 * exists.
 */
import type { Exchange } from './exchange.ts';
import { errorCode, position, requestId, retryable, status, textAt } from './exchange.ts';

/** Headers of the connection, the time or a trace: they come with the network path, or with one response in many. */
const OF_THE_WAY = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date', 'age', 'via', 'server', 'set-cookie'],
  ...['server-timing', 'x-cache', 'x-cache-hits', 'alt-svc', 'x-served-by', 'x-runtime', 'x-response-time', 'cf-ray'],
  ...['traceresponse', 'traceparent', 'tracestate', 'x-trace-id', 'x-amzn-trace-id', 'x-cloud-trace-context'],
  ...['x-b3-traceid', 'x-envoy-upstream-service-time', 'x-service-member'],
]);

/** The names of all other headers. The value of a header varies with time and request; its presence does not. */
function headerNames(e: Exchange): string {
  const names = e.response?.headers.map(([name]) => name.toLowerCase()) ?? [];
  return [...new Set(names)]
    .filter((name) => !OF_THE_WAY.has(name))
    .sort()
    .join();
}

/**
 * The message without the names in the request and without the request id, which it may repeat. The longest name is
 * removed first, since one may contain another.
 */
function said(e: Exchange, named: readonly string[]): string {
  const message = textAt(e, 'error', 'message') ?? '';
  const anonymous = [...named, requestId(e) ?? ''].filter((text) => text !== '');
  return anonymous.sort((a, b) => b.length - a.length).reduce((text, one) => text.replaceAll(one, '{}'), message);
}

/** Whether the refusals are equal. `nameOf` reads the requested name from an exchange: an id, a name or a key. */
export function sameRefusal(a: Exchange, b: Exchange, nameOf: (e: Exchange) => string): boolean {
  const traits = [status, errorCode, retryable, headerNames, (e: Exchange) => position(e) === undefined];
  const named = [nameOf(a), nameOf(b)];
  return traits.every((trait) => trait(a) === trait(b)) && said(a, named) === said(b, named);
}
