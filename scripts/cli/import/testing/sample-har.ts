/** HAR files for tests of import, and the command on a file of any content. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readScenario } from '../../../../scenarios/index.ts';
import { commandIn } from '../../testing/command-in.ts';

/** Runs `import incident.har` in a temporary folder. `file`: what `--out chosen.yaml` has written. */
export async function imported(content: string | Buffer, ...args: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  try {
    await writeFile(join(folder, 'incident.har'), content);
    const said = await commandIn(folder).run(['import', 'incident.har', ...args]);
    const file = args.includes('--out') ? await readFile(join(folder, 'chosen.yaml'), 'utf8') : '';
    return { ...said, file };
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const ORDER = {
  account: 'main',
  instrument: 'BTC-USD',
  clientOrderId: 'o-1',
  side: 'BUY',
  price: '100.00',
  qty: '1',
};
export const ROW = { ...ORDER, orderId: '1767571200000000000', status: 'OPEN' };

export interface Sent {
  readonly at?: number;
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status?: number;
  readonly answer?: unknown;
}

const pairs = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([name, value]) => ({ name, value }));

/** An entry in the members that every exporter writes. */
export function entry({ at = 0, method = 'GET', url, headers = {}, body, status = 200, answer = {} }: Sent) {
  return {
    startedDateTime: new Date(1_767_571_200_000 + at).toISOString(),
    time: 5,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      headers: pairs(headers),
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: -1,
      ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(body) } }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: pairs({ 'Content-Type': 'application/json' }),
      cookies: [],
      content: { size: 1, mimeType: 'application/json', text: JSON.stringify(answer) },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 5, receive: 0 },
  };
}

export const GATEWAY = 'https://gateway.example.com/api';
export const AUTHORIZED = { Authorization: 'Bearer opaque-token-of-someone' };
export const PLACED = {
  method: 'POST',
  url: `${GATEWAY}/orders`,
  headers: { ...AUTHORIZED, 'Idempotency-Key': 'o-1' },
  body: ORDER,
  status: 201,
  answer: ROW,
};
export const READ = { at: 20, url: `${GATEWAY}/orders/${ROW.orderId}`, headers: AUTHORIZED, answer: ROW };

export const har = (...entries: readonly object[]) =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } });

/** What the order and its reading become, for each exporter. */
export const STEPS = ['POST /orders', `GET /orders/\${order}`];

export function linesOf(text: string): readonly string[] {
  return readScenario(text, 'x').steps.flatMap((step) =>
    step.kind === 'request' ? [`${step.sent.method} ${step.sent.path}`] : [step.kind],
  );
}
