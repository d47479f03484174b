/**
 * A request of the suite as a map of its headers, query parameters and body members, so that two requests can be compared.
 * Values that differ in every request (keys, tokens, own names) count as equal.
 */
import type { RecordedResponse } from '../../../conformance/member/exchange/exchange.ts';
import type { WireRequest } from '../../../conformance/member/sending/transport.ts';

export interface SentRequest {
  /** The id of the check that sent it. */
  readonly check: string;
  /** `POST /orders/{id}/cancel` */
  readonly route: string;
  readonly status: number;
  /** Whether it reached its owner: its answer has a position and no as-of (decision A40). */
  readonly isFactual: boolean;
  readonly states: ReadonlyMap<string, string>;
}

const SENT_BY_ALL = ['accept', 'user-agent', 'x-request-id', 'host'];
/** Names and remarks that the suite makes up, and arbitrary secrets. */
const ARBITRARY = /^body\.(clientOrderId|commandKey|subject|displayName|externalId|remark|material\.\w+)$/;

function headerValue(name: string, value: string): string {
  if (name === 'authorization') return 'a token';
  if (name === 'idempotency-key' && /^[A-Za-z0-9-]{8,36}$/.test(value)) return 'a key';
  return name === 'if-match' && /^"[^"]+"$/.test(value) ? 'a strong validator' : value;
}

function* leavesOf(value: unknown, way: string): Generator<readonly [string, string]> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value)) yield* leavesOf(inner, `${way}.${name}`);
    return;
  }
  const isPlain = typeof value === 'string' && /^[ -~]+$/.test(value);
  yield [way, isPlain && ARBITRARY.test(way) ? 'a text' : JSON.stringify(value)];
}

/** A body that is not JSON counts as one value. */
function* bodyOf(body: WireRequest['body']): Generator<readonly [string, string]> {
  if (body === null) return;
  try {
    yield* leavesOf(JSON.parse(String(body)), 'body');
  } catch {
    yield ['body', 'no JSON'];
  }
}

function* headersOf(lines: readonly string[]): Generator<readonly [string, string]> {
  for (let i = 0; i < lines.length; i += 2) {
    const name = String(lines[i]).toLowerCase();
    if (!SENT_BY_ALL.includes(name)) yield [`header ${name}`, headerValue(name, String(lines[i + 1]))];
  }
}

function queryOf(path: string): (readonly [string, string])[] {
  const query = path.split('?')[1] ?? '';
  return query
    .split('&')
    .filter(Boolean)
    .map((pair) => [`query ${pair.split('=')[0]}`, pair.split('=')[1] ?? ''] as const);
}

function routeOf(path: string): string {
  return (path.split('?')[0] ?? '')
    .replace(/^\/operations\/.*/, '/operations/{key}')
    .replaceAll(/\/[0-9]+(?=\/|$)/g, '/{id}');
}

export function sentRequest(check: string, request: WireRequest, { status, headers }: RecordedResponse): SentRequest {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return {
    check,
    route: `${request.method} ${routeOf(request.path)}`,
    status,
    isFactual: names.has('x-service-global-sequence') && !names.has('x-service-as-of-seq-ts'),
    states: new Map([...headersOf(request.headers), ...queryOf(request.path), ...bodyOf(request.body)]),
  };
}

/** The values that only one states, or that differ. If one body is not JSON, the bodies are one difference. */
export function differences(one: SentRequest, other: SentRequest): readonly string[] {
  const names = [...new Set([...one.states.keys(), ...other.states.keys()])];
  const differing = names.filter((name) => one.states.get(name) !== other.states.get(name));
  const isWhole = [one, other].some(({ states }) => states.get('body') === 'no JSON');
  const rest = differing.filter((name) => !name.startsWith('body'));
  return isWhole && rest.length < differing.length ? [...rest, 'body'] : differing;
}
