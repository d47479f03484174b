/** What a client received of an exchange, as the history has it. */
import type { Answer, Trouble } from '../../../conformance/clients/history.ts';
import type { ExchangeContent } from '../../../gateway/http/exchange-event.ts';
import type { WholeExchange } from '../../../platform-sim/control/exchanges.ts';
import type { ShownStrike } from '../../../platform-sim/control/strike-text.ts';

export function headersOf(raw: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(raw.flatMap((name, i) => (i % 2 === 0 ? [[name.toLowerCase(), raw[i + 1] ?? '']] : [])));
}

export function textOf(body: NonNullable<ExchangeContent['responseBody']>): string {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : JSON.stringify(body);
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What the member answered. */
export function answerOf(
  status: number,
  content: ExchangeContent | undefined,
  marked: (text: string) => string,
): Answer {
  const named = Object.entries(content?.responseHeaders ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return { status, headers: Object.fromEntries(named), body: marked(textOf(content?.responseBody ?? '')) };
}

/** What the client received: the member's answer unless a fault, a crash or the client itself came between. */
export function receivedOf(said: Answer | null, whole: WholeExchange | undefined): Answer | null {
  if (whole?.received === null) return null;
  if (whole?.received !== undefined) {
    const { status, headers, body } = whole.received;
    const named = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    return { status, headers: named, body: typeof body === 'string' ? body : JSON.stringify(body) };
  }
  const isLost = whole !== undefined && ['lost', 'cut', 'held'].includes(whole.outcome.kind);
  return isLost ? null : said;
}

export function troublesOf(strikes: readonly ShownStrike[]): readonly Trouble[] {
  return strikes.map(({ fault, effect, says }) => ({ fault, effect, sentence: says }));
}

/** A form without its escapes; one that is malformed is kept as far as it can be read. */
export function formText(form: string): string {
  return [...new URLSearchParams(form)].map(([name, value]) => `${name}=${value}`).join('&');
}
