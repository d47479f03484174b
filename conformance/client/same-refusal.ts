/** Whether two refusals tell the caller the same, whatever each names: what a row that is not to be seen must not give away. */
import type { Exchange } from './exchange.ts';
import { errorCode, position, requestId, retryable, status, textAt } from './exchange.ts';

/** Of the way and of the moment: they come and go with what stands between, and tell nothing of a row. */
const OF_THE_WAY = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date', 'age', 'via', 'server', 'set-cookie'],
  ...['server-timing', 'x-cache', 'alt-svc'],
]);

/** A header line varies with time and request; which of them stand there does not. */
function headerNames(e: Exchange): string {
  const names = e.response?.headers.map(([name]) => name.toLowerCase()) ?? [];
  return [...new Set(names)]
    .filter((name) => !OF_THE_WAY.has(name))
    .sort()
    .join();
}

/** The words, without what either request named and without its own id: a message may repeat them. The longest first, for one may stand in another. */
function said(e: Exchange, named: readonly string[]): string {
  const message = textAt(e, 'error', 'message') ?? '';
  const anonymous = [...named, requestId(e) ?? ''].filter((text) => text !== '');
  return anonymous.sort((a, b) => b.length - a.length).reduce((text, one) => text.replaceAll(one, '{}'), message);
}

/** `nameOf` reads from an exchange what it asked for: an id, a name, a key. */
export function sameRefusal(a: Exchange, b: Exchange, nameOf: (e: Exchange) => string): boolean {
  const traits = [status, errorCode, retryable, headerNames, (e: Exchange) => position(e) === undefined];
  const named = [nameOf(a), nameOf(b)];
  return traits.every((trait) => trait(a) === trait(b)) && said(a, named) === said(b, named);
}
