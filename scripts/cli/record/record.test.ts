import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { profileOf } from '../../../conformance/member/profile/read-profile.ts';
import type { SandboxProfile } from '../../../platform-sim/hosting/profile.ts';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';
import { readScenario } from '../../../scenarios/index.ts';
import { Session } from '../../examples/trading-session.ts';
import { NumberedClient } from '../../proof/traffic/numbered-client.ts';
import { replayedDraft } from '../../proof/traffic/replayed-draft.ts';
import { commandIn } from '../testing/command-in.ts';
import { testFolder } from '../testing/test-folder.ts';

const folder = testFolder();
let sandbox: Sandbox;
beforeAll(async () => {
  await writeFile(join(folder, 'a-file'), '');
  sandbox = await startSandbox({ clock: 'real', seed: 7 });
});
afterAll(async () => {
  await sandbox.close();
});

const FREE_PORTS = ['--port', '0', '--control-port', '0'] as const;
const ORDER = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100.00', qty: '1' } as const;
const SECRET = 'hush-hush-key-material-of-a-venue';

interface Ready {
  readonly baseUrl: string;
  readonly profile: string;
}

/** A command that serves: its ready line, and how it ends. */
async function serving(...args: readonly string[]) {
  const interruption = new AbortController();
  const said = { out: '', err: '' };
  const isReady = Promise.withResolvers<Ready>();
  const ended = commandIn(folder).run(args, {
    interrupted: interruption.signal,
    onErr: (err) => Object.assign(said, { err }),
    onOut(out) {
      said.out = out;
      const [ready] = /^\{.*$/m.exec(out) ?? [];
      if (ready !== undefined) isReady.resolve(JSON.parse(ready) as Ready);
    },
  });
  void ended.then(({ status, err }) => isReady.reject(new Error(`ended with ${status}: ${err}`)));
  const ready = await isReady.promise;
  return {
    ready,
    said,
    async end() {
      interruption.abort();
      return (await ended).status;
    },
  };
}

async function ran(...args: readonly string[]) {
  const { status, err } = await commandIn(folder).run(args, { interrupted: AbortSignal.abort() });
  return { status, err };
}

async function _refused(...args: readonly string[]): Promise<string> {
  const { status, err } = await ran(...args);
  expect(status).toBe(2);
  return err;
}

const read = (file: string) => readFile(join(folder, file), 'utf8');

/** Places an order whose answer is lost, follows it, reads it, and proposes a credential with its material. */
async function deeds(profile: SandboxProfile): Promise<readonly string[]> {
  const { baseUrl, control, identity, principals, sockets } = profile;
  const at = { baseUrl, tradingUrl: sockets.trading, tokenEndpoint: identity.tokenEndpoint, keys: 'deed', retryMs: 1 };
  const client = new NumberedClient({ ...at, ...principals.trader });
  const answer = await fetch(`${control}/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ on: { edge: 'answer', key: 'deed-1' }, drop: 'answer', times: 1 }),
  });
  expect(answer.status).toBe(201);
  await client.place('an order', ORDER);
  const session = new Session(client, {
    ...{ url: sockets.trading, socket: 'trading', topics: ['orders'] },
    ...{ onEvent() {}, missed: async () => {} },
  });
  await session.open();
  await session.close();

  const form = {
    grant_type: 'client_credentials',
    client_id: principals.admin.clientId,
    client_secret: principals.admin.clientSecret,
  };
  const granted = await fetch(identity.tokenEndpoint, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const minted = await fetch(`${baseUrl}/v1/ws-tickets`, { method: 'POST', headers, body: '{"stream":"trading"}' });
  const { ticket } = (await minted.json()) as { ticket: string };
  const material = { key: SECRET, secret: SECRET, passphrase: SECRET };
  await fetch(`${baseUrl}/credentials`, {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': 'deed-credential' },
    body: JSON.stringify({ exchangeId: 1, canReadBalances: true, canTrade: true, material }),
  });
  await client.walk('/orders', 100, ({ orderId }) => String(orderId));
  return [token, ticket, SECRET, ...Object.values(principals).map(({ clientSecret }) => clientSecret)];
}

async function expectIncident(file: string, secrets: readonly string[]): Promise<void> {
  const text = await read(file);
  for (const secret of secrets) expect(text.includes(secret), `${secret} in ${text}`).toBe(false);
  expect(text).not.toContain('eyJ');
  expect(readScenario(text, file).world).toMatchObject({ seed: 7 });
  for (const part of ['drop: answer', 'POST /orders', 'open:', 'op: subscribe', 'mint:', 'POST /credentials'])
    expect(text).toContain(part);
  const replayed = await replayedDraft(text);
  expect(replayed.mismatches, text).toEqual([]);
}

describe('touchstone record', () => {
  test('writes what passed it, and a profile of itself', async () => {
    await writeFile(join(folder, 'target.json'), JSON.stringify(sandbox.profile));
    const { ready, said, end } = await serving(
      ...['record', '--target', 'target.json', ...FREE_PORTS, '--out', 'recorded.yaml', '--json'],
    );
    const own = JSON.parse(await readFile(ready.profile, 'utf8')) as SandboxProfile;
    expect((await stat(ready.profile)).mode & 0o777).toBe(0o600);
    expect(profileOf(own, 'own').profile.baseUrl).toBe(ready.baseUrl);
    const theirs = [sandbox.baseUrl, sandbox.controlUrl].map((url) => new URL(url).host);
    for (const host of theirs) expect(JSON.stringify(own)).not.toContain(host);
    const secrets = await deeds(own);
    expect(await end()).toBe(0);
    await expectIncident('recorded.yaml', secrets);
    expect(said.err).toMatch(
      /recorded\.yaml: [0-9]+ requests, 1 socket with [0-9]+ messages, 1 action of the control plane/,
    );
    for (const secret of secrets) expect(said.err + said.out).not.toContain(secret);
  }, 300_000);

  test('of an address alone, as traffic that import reads', async () => {
    const { ready, end } = await serving(
      ...['record', '--target', sandbox.baseUrl, ...FREE_PORTS, '--out', 'traffic.jsonl', '--json'],
    );
    expect((await fetch(`${ready.baseUrl}/orders`)).status).toBe(401);
    expect(await end()).toBe(0);
    const [head, ...events] = (await read('traffic.jsonl')).trimEnd().split('\n');
    expect(JSON.parse(head ?? '')).toEqual({ touchstone: 'traffic', version: 1 });
    expect(events.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { where: 'request 1', event: { actor: 'anonymous', request: { path: '/orders' }, response: { status: 401 } } },
    ]);
    expect(await ran('import', 'traffic.jsonl', '--out', 'imported.yaml')).toEqual({ status: 0, err: '' });
    expect(readScenario(await read('imported.yaml'), 'imported.yaml').steps).toMatchObject([
      { expect: { status: [401] } },
    ]);
  });

  test('nothing that was sent to the gateway is no file', async () => {
    const { end, said } = await serving(
      'record',
      '--target',
      sandbox.baseUrl,
      ...FREE_PORTS,
      '--out',
      'none.yaml',
      '--json',
    );
    expect(await end()).toBe(3);
    expect(said.err).toBe('touchstone: nothing was sent to the gateway, so none.yaml is not written\n');
    expect(await readdir(folder)).not.toContain('none.yaml');
  });

  test('a control plane that does not say which world it controls gets a warning', async () => {
    const profile = { ...sandbox.profile, control: sandbox.baseUrl };
    await writeFile(join(folder, 'other-control.json'), JSON.stringify(profile));
    const { end, said } = await serving('record', '--target', 'other-control.json', ...FREE_PORTS, '--json');
    await end();
    expect(said.err).toContain(`${new URL(sandbox.baseUrl).origin} does not say which world it controls`);
  });
});

describe('touchstone sandbox --record', () => {
  test('writes what its clients did', async () => {
    const { ready, end, said } = await serving(
      ...['sandbox', ...FREE_PORTS, '--seed', '7', '--record', 'own.yaml', '--profile-out', 'own.json', '--json'],
    );
    const profile = JSON.parse(await readFile(ready.profile, 'utf8')) as SandboxProfile;
    expect(profile.baseUrl).toBe(ready.baseUrl);
    const secrets = await deeds(profile);
    expect(await end()).toBe(0);
    await expectIncident('own.yaml', secrets);
    expect(said.err).toContain('own.yaml: ');
  }, 300_000);

  test('the folders of --record and of --profile-out are made', async () => {
    const files = ['--record', 'new/deep/own.yaml', '--profile-out', 'other/deep/own.json'];
    const { ready, end } = await serving('sandbox', ...FREE_PORTS, '--seed', '7', ...files, '--json');
    await deeds(JSON.parse(await readFile(ready.profile, 'utf8')) as SandboxProfile);
    expect(await end()).toBe(0);
    expect(await readdir(join(folder, 'new/deep'))).toEqual(['own.yaml']);
  }, 300_000);
});
