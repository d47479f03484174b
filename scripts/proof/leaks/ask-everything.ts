/**
 * Sends key material to a sandbox in every way, then reads everything that the sandbox serves, and collects the answers byte
 * for byte. The material is valid or invalid, replayed, refused by validation, the intake and the owner, or interrupted.
 */
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { type Legs, legsOfA, legsOfB } from '../../../gateway/testing/sample-material.ts';
import type { FaultRule } from '../../../platform-sim/faults/rule-shape.ts';
import type { SandboxProfile } from '../../../platform-sim/hosting/profile.ts';
import type { PrincipalName } from '../../../platform-sim/seed-data/world.ts';

const A = legsOfA();
const B = legsOfB();
const BODY = legsOfB('', 'body');
const STEERED = ['perms:READ', 'refused', 'unreachable'].map((said) => legsOfA(`${said} `));
const ROTATED = legsOfA();
const OTHER = legsOfB();

/** All material that `askEverything` sends. */
export const MATERIAL: readonly Legs[] = [A, B, BODY, ...STEERED, ROTATED, OTHER];

export interface Collected {
  readonly statuses: ReadonlySet<number>;
  /** The codes of all refusals. */
  readonly codes: ReadonlySet<string>;
  /** Each request with its whole answer, headers included. */
  readonly answers: readonly { readonly asked: string; readonly text: string }[];
}

interface Sent {
  readonly as?: PrincipalName;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The sandbox must have a virtual clock, which this advances. */
export async function askEverything(profile: SandboxProfile): Promise<Collected> {
  const probe = new MaterialProbe(profile);
  const secret = A['secret'] ?? '';
  const body = (material: unknown, of: object = {}) => ({
    exchangeId: 1,
    canReadBalances: true,
    canTrade: true,
    material,
    ...of,
  });
  const ofB = { exchangeId: 2 };
  const inText = JSON.stringify(body(A));

  // Accepted, and replayed.
  const { credentialId: id } = await probe.post('/credentials', body(A), { key: 'taken' });
  await probe.post('/credentials', body(A), { key: 'taken' });
  await probe.post('/credentials', body(OTHER, ofB), { key: 'taken' });
  await probe.post('/credentials', body(B, ofB));
  await probe.post('/credentials', body(BODY, ofB));
  for (const legs of STEERED) {
    const { credentialId } = await probe.post('/credentials', body(legs));
    await probe.post(`/credentials/${credentialId}/approve`, {}, { as: 'deputy' });
  }
  await probe.post(`/credentials/${id}/approve`, {}, { as: 'deputy' });
  await probe.post(`/credentials/${id}/rotate`, { material: ROTATED }, { key: 'rotated' });

  // Refused by validation, in each way that material can be wrong.
  const wrong: readonly (object | string)[] = [
    ...[
      undefined,
      null,
      secret,
      Object.values(A),
      {},
      B,
      { ...A, ...B },
      { ...A, [secret]: 'x' },
      { [secret]: secret },
    ].map((material) => body(material)),
    ...Object.keys(A).flatMap((leg) => [body({ ...A, [leg]: undefined }), body({ ...A, [leg]: { [secret]: secret } })]),
    body({ ...A, secret: secret.repeat(200) }),
    body({ ...B, privateKey: secret }, ofB),
    body({ ...B, privateKey: `${BODY['privateKey']}=` }, ofB),
    body({ ...B, privateKey: B['privateKey']?.replaceAll('\n', '') }, ofB),
    body(A, { [secret]: secret }),
    body(A, { displayName: secret.repeat(3) }),
    body(A, { exchangeId: 99 }),
    inText.slice(0, -1),
    inText.replace(JSON.stringify(secret), secret),
    inText.replace('"secret":', `"secret":${JSON.stringify(secret)},"secret":`),
    inText.replace('{', `{"${secret}":1,"${secret}":2,`),
    inText.replace('{', `{"${secret}":1.5,`),
    inText.replace('{', `{"${secret}":"\\ud800",`),
    `\uFEFF${inText}`,
  ];
  for (const sent of wrong) await probe.post('/credentials', sent);
  for (const sent of wrong) await probe.post(`/credentials/${id}/rotate`, sent);
  await probe.put(`/credentials/${id}`, body(A));
  await probe.put(`/credentials/${id}`, inText.replace('{', `{"${secret}":1.5,`));
  await probe.post(`/credentials/${id}/suspend`, { material: A, [secret]: 1 }, { as: 'deputy' });
  await probe.post('/credential', body(A));
  await probe.post('/credentials', `${inText}${' '.repeat(1_100_000)}`);
  await probe.post('/credentials', inText, { headers: { 'content-type': 'application/json; charset=utf-16' } });
  await probe.post('/credentials', gzipSync(inText), { headers: { 'content-encoding': 'gzip' } });
  await probe.post(`/credentials?secret=${encodeURIComponent(secret)}`, body(A));
  await probe.send('DELETE', '/credentials', inText);

  // Refused because of the caller, by the owner, and because of the key's earlier use.
  for (const as of ['viewer', 'awaiting', 'disabled', 'suspended'] as const)
    await probe.post('/credentials', body(A), { as });
  await probe.post('/credentials', body(A), { key: 'refused', as: 'viewer' });
  await probe.post('/credentials', body(A), { key: 'refused', as: 'viewer' });
  await probe.post(`/credentials/${id}/rotate`, { material: A }, { key: 'taken' });
  await probe.post('/credentials/77/rotate', { material: A });

  // Refused by the intake and the stages after it, failed, and answered late.
  await probe.under({ on: { edge: 'inbox' }, refuse: 'INBOX_FULL', times: 1 }, () =>
    probe.post('/credentials', body(A), { key: 'full' }),
  );
  await probe.post('/credentials', body(OTHER, ofB), { key: 'full' });
  for (const effect of [{ fail: true as const }, { refuse: 'INTAKE_UNAVAILABLE' }, { refuse: 'RATE_LIMITED' }]) {
    await probe.under({ on: { edge: 'intake' }, ...effect }, () => probe.post('/credentials', body(A)));
  }
  await probe.under({ on: { edge: 'verdict', command: 'create' }, fail: true }, () =>
    probe.post('/credentials', body(A), { key: 'failed' }),
  );
  await probe.under({ on: { command: 'create' }, hold: 'verdict' }, async () => {
    const late = probe.post('/credentials', body(A), { key: 'late' });
    await probe.untilHeld();
    await probe.control('POST', '/clock/advance', { by: '2s' });
    await late;
  });
  for (let n = 0; n < 40; n += 1) await probe.post('/credentials', body(A));

  for (const key of ['taken', 'rotated', 'refused', 'full', 'failed', 'late', 'unused'])
    await probe.get(`/operations/${key}`);
  await probe.readAll(profile.baseUrl);
  await probe.readAll(profile.control);
  await probe.control('GET', '/exchanges?limit=1000');
  await probe.control('GET', '/journal?limit=1000&after=0');
  return probe;
}

class MaterialProbe implements Collected {
  readonly answers: { readonly asked: string; readonly text: string }[] = [];
  readonly statuses: Set<number> = new Set();
  readonly codes: Set<string> = new Set();
  readonly #profile: SandboxProfile;
  readonly #tokens: Map<PrincipalName, string> = new Map();
  #keys = 0;

  constructor(profile: SandboxProfile) {
    this.#profile = profile;
  }

  /** Returns the answer's body, parsed as JSON. */
  async post(path: string, body: object | string, sent?: Sent): Promise<AnswerBody> {
    return this.send('POST', path, body, sent);
  }

  async put(path: string, body: object | string): Promise<AnswerBody> {
    return this.send('PUT', path, body);
  }

  async get(path: string): Promise<AnswerBody> {
    return this.send('GET', path);
  }

  async send(method: string, path: string, body?: object | string, { as = 'admin', key, headers }: Sent = {}) {
    this.#keys += 1;
    const write = { 'idempotency-key': key ?? `asked-${this.#keys}`, 'content-type': 'application/json' };
    return this.#ask(method, this.#profile.baseUrl + path, body, {
      authorization: `Bearer ${await this.#token(as)}`,
      ...(body === undefined ? {} : write),
      ...headers,
    });
  }

  control(method: string, path: string, body?: object): Promise<AnswerBody> {
    return this.#ask(
      method,
      this.#profile.control + path,
      body,
      body === undefined ? {} : { 'content-type': 'application/json' },
    );
  }

  async under(rule: FaultRule, act: () => Promise<unknown>): Promise<void> {
    await this.control('POST', '/faults', rule);
    await act();
    await this.control('GET', '/faults');
    await this.control('DELETE', '/faults');
  }

  async untilHeld(): Promise<void> {
    for (;;) {
      const { items = [] } = await this.control('GET', '/faults');
      if (items.some(({ held }) => held > 0)) return;
    }
  }

  /** Reads every path of the document that takes no id, each credential, and the HTML pages. */
  async readAll(at: string): Promise<void> {
    const { paths = {} } = await this.#ask('GET', `${at}/openapi.json`);
    const isGateway = at === this.#profile.baseUrl;
    const headers = isGateway ? { authorization: `Bearer ${await this.#token('admin')}` } : {};
    const read = (path: string) => this.#ask('GET', at + path, undefined, headers);
    for (const [path, methods] of Object.entries(paths)) {
      if (methods.get === undefined || path.includes('{')) continue;
      const page = await read(path);
      if (path !== '/credentials') continue;
      for (const { credentialId } of page.items ?? []) {
        await read(`/credentials/${credentialId}`);
        await read(`/credentials/${credentialId}?view=approved`);
      }
    }
    for (const path of ['/docs', '/', '/nowhere']) await read(path);
  }

  async #ask(method: string, url: string, body?: object | string, headers: Readonly<Record<string, string>> = {}) {
    const bytes =
      typeof body === 'string' || body instanceof Uint8Array || body === undefined
        ? (body ?? null)
        : JSON.stringify(body);
    const answer = await request(url, { method: method as 'GET', headers, body: bytes });
    const isStream = String(answer.headers['content-type']).startsWith('text/event-stream');
    const text = isStream ? await beginningOf(answer.body) : await answer.body.text();
    this.statuses.add(answer.statusCode);
    this.answers.push({
      asked: `${method} ${url} (${answer.statusCode})`,
      text: `${JSON.stringify(answer.headers)}\n${text}`,
    });
    const said = jsonOf(text);
    if (said.error?.code !== undefined) this.codes.add(said.error.code);
    return said;
  }

  async #token(name: PrincipalName): Promise<string> {
    const known = this.#tokens.get(name);
    if (known !== undefined) return known;
    const { clientId, clientSecret } = this.#profile.principals[name];
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const answer = await fetch(this.#profile.identity.tokenEndpoint, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    this.#tokens.set(name, token);
    return token;
  }
}

/** The members that later requests use. Everything else that was served is only searched. */
interface AnswerBody {
  readonly error?: { readonly code?: string };
  readonly credentialId?: number;
  readonly items?: readonly { readonly credentialId: number; readonly held: number }[];
  readonly paths?: Readonly<Record<string, { readonly get?: unknown }>>;
}

/** Returns the first events of a stream, which has no end. */
async function beginningOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += Buffer.from(chunk).toString();
    if (/^id: /m.test(text)) break;
  }
  return text;
}

function jsonOf(text: string): AnswerBody {
  try {
    return JSON.parse(text) as AnswerBody;
  } catch {
    return {};
  }
}
