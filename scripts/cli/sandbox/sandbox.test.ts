import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PRINCIPAL_NAMES } from '../../../conformance/member/profile/principals.ts';
import { parseProfile } from '../../../conformance/member/profile/read-profile.ts';
import type { SandboxProfile } from '../../../platform-sim/hosting/profile.ts';

const TOUCHSTONE = fileURLToPath(new URL('../../touchstone.mjs', import.meta.url));

interface Running {
  readonly process: ChildProcess;
  readonly cwd: string;
  /** The output so far. */
  printed(): { readonly stdout: string; readonly stderr: string };
  /** Resolves when standard output has a matching line. */
  line(fitting: RegExp): Promise<string>;
  readonly exit: Promise<number | null>;
}

async function touchstone(args: readonly string[], inFolder?: string): Promise<Running> {
  const cwd = inFolder ?? (await mkdtemp(join(tmpdir(), 'touchstone-')));
  const child = spawn(process.execPath, [TOUCHSTONE, ...args], { cwd, stdio: 'pipe' });
  const exit = once(child, 'close').then(([status]) => status as number | null);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
    if (inFolder === undefined) await rm(cwd, { recursive: true });
  });
  return {
    process: child,
    cwd,
    exit,
    printed: () => ({ stdout, stderr }),
    async line(fitting) {
      for (;;) {
        const found = stdout
          .split('\n')
          .slice(0, -1)
          .find((line) => fitting.test(line));
        if (found !== undefined) return found;
        const ended = await Promise.race([once(child.stdout, 'data'), exit]);
        if (!Array.isArray(ended)) throw new Error(`ended without that line: ${stdout}${stderr}`);
      }
    },
  };
}

interface Ready {
  readonly ready: true;
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly consoleUrl: string;
  readonly profile: string;
}

const FREE_PORTS = ['--port', '0', '--control-port', '0'] as const;

async function readySandbox(
  ...args: readonly string[]
): Promise<{ running: Running; ready: Ready; profile: SandboxProfile }> {
  const running = await touchstone(['sandbox', ...FREE_PORTS, '--json', ...args]);
  const ready = JSON.parse(await running.line(/^\{/)) as Ready;
  return { running, ready, profile: JSON.parse(await readFile(ready.profile, 'utf8')) as SandboxProfile };
}

async function grant({ identity }: SandboxProfile, clientId: string, clientSecret: string): Promise<Response> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  return fetch(identity.tokenEndpoint, { method: 'POST', body: new URLSearchParams(form) });
}

async function tokenOf(profile: SandboxProfile): Promise<string> {
  const { clientId, clientSecret } = profile.principals.trader;
  return ((await (await grant(profile, clientId, clientSecret)).json()) as { access_token: string }).access_token;
}

describe('touchstone sandbox', () => {
  test('prints its address in one line, with a profile that the suite accepts', async () => {
    const { running, ready } = await readySandbox();
    expect(Object.keys(ready)).toEqual(['ready', 'baseUrl', 'controlUrl', 'consoleUrl', 'profile']);
    expect(ready).toMatchObject({
      ready: true,
      consoleUrl: `${ready.controlUrl}/`,
      profile: join(running.cwd, '.touchstone/profile.json'),
    });
    expect((await fetch(`${ready.baseUrl}/openapi.json`)).status).toBe(200);
    expect((await fetch(ready.consoleUrl)).status).toBe(200);

    expect((await stat(ready.profile)).mode & 0o777).toBe(0o600);
    const loaded = parseProfile(await readFile(ready.profile, 'utf8'), 'profile.json', {});
    expect(loaded.profile).toMatchObject({ baseUrl: ready.baseUrl, control: ready.controlUrl });
    expect(loaded.credentials.size).toBe(PRINCIPAL_NAMES.length);

    running.process.kill('SIGTERM');
    expect(await running.exit).toBe(0);
    expect(running.printed()).toEqual({ stdout: `${JSON.stringify(ready)}\n`, stderr: '' });
  });

  test('with --end-with-stdin ends when the other end of its standard input is closed', async () => {
    const { running } = await readySandbox('--end-with-stdin');
    running.process.stdin?.end();
    expect(await running.exit).toBe(0);
    expect(running.printed().stderr).toBe('');
  });

  test('serves on though the reader of its standard error has gone when it warns', async () => {
    const members = ['--member', '0.14.0', '--member', '0.14.0'];
    const running = await touchstone(['sandbox', '--json', ...FREE_PORTS, ...members]);
    running.process.stderr?.destroy();
    const { baseUrl } = JSON.parse(await running.line(/^\{/)) as Ready;
    expect((await fetch(`${baseUrl}/me`)).status).toBe(401);
    running.process.kill('SIGTERM');
    expect(await running.exit).toBe(0);
  });

  test('ends well though a follower of its events has gone without a word', async () => {
    const running = await touchstone(['sandbox', '--json', ...FREE_PORTS, '--profile-out', 'sandbox.json']);
    const { controlUrl } = JSON.parse(await running.line(/^\{"ready"/)) as { readonly controlUrl: string };
    const follower = connect(Number(new URL(controlUrl).port), '127.0.0.1');
    follower.write('GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await once(follower, 'data');
    follower.pause().end();
    running.process.kill('SIGTERM');
    expect(await running.exit).toBe(0);
    expect(running.printed().stderr).toBe('');
  });

  test('shows an interactive user what to type, and why a call was refused', async () => {
    const running = await touchstone(['sandbox', ...FREE_PORTS]);
    await running.line(/Ctrl-C/);
    const profile = join(running.cwd, '.touchstone/profile.json');
    const { baseUrl } = JSON.parse(await readFile(profile, 'utf8')) as SandboxProfile;
    const answer = await fetch(`${baseUrl}/orders`);
    expect(await running.line(/ GET {2}\/orders +401 UNAUTHENTICATED /)).toContain(
      `[${answer.headers.get('x-request-id')}]`,
    );

    const { stdout } = running.printed();
    const next = (name: string) => new RegExp(`^ {2}${name}: +(.*)$`, 'm').exec(stdout)?.[1] ?? '';
    const typed = (line: string) => spawn('/bin/sh', ['-c', line], { cwd: running.cwd });
    const asked = typed(`${next('A token')}; ${next('A request')}`);
    const [me] = (await once(asked.stdout.setEncoding('utf8'), 'data')) as [string];
    expect(JSON.parse(me)).toMatchObject({ capabilities: ['orders:trade'] });
    expect(await once(typed(`${next('A check')} --plan`), 'close')).toEqual([0, null]);

    running.process.kill('SIGINT');
    expect(await running.exit).toBe(0);
  });

  test('takes another profile beside a running one, and says so; a killed one holds none', async () => {
    const { running, ready, profile } = await readySandbox();
    const beside = async (...args: readonly string[]) => {
      const other = await touchstone(['sandbox', ...FREE_PORTS, '--json', ...args], running.cwd);
      return { other, file: (JSON.parse(await other.line(/^\{/)) as Ready).profile };
    };
    const { other, file } = await beside();
    expect(file).toBe(join(running.cwd, '.touchstone/profile-2.json'));
    const words = 'another sandbox of this folder runs, and its profile is .touchstone/profile.json';
    expect(other.printed().stderr).toBe(`touchstone: ${words}: that of this one is .touchstone/profile-2.json\n`);
    expect(JSON.parse(await readFile(ready.profile, 'utf8'))).toEqual(profile);

    const refused = await touchstone(['sandbox', ...FREE_PORTS, '--profile-out', file], running.cwd);
    expect(await refused.exit).toBe(2);
    expect(refused.printed().stderr).toMatch(
      /^touchstone: --profile-out .*: it is the profile of the sandbox at .*\n$/,
    );

    running.process.kill('SIGKILL');
    await running.exit;
    expect((await beside()).file).toBe(ready.profile);
  });

  test('with --quiet prints nothing after its banner', async () => {
    const running = await touchstone(['sandbox', ...FREE_PORTS, '--quiet']);
    await running.line(/Ctrl-C/);
    const profile = JSON.parse(await readFile(join(running.cwd, '.touchstone/profile.json'), 'utf8')) as SandboxProfile;
    await fetch(`${profile.baseUrl}/me`);
    running.process.kill('SIGTERM');
    await running.exit;
    const [, afterwards] = running.printed().stdout.split('Ctrl-C ends it.');
    expect(afterwards?.trim()).toBe('');
  });

  test.each([
    [['--defect', 'list'], /^a-ticket-may-be-stored TKT-01: a ticket may be stored$/m],
    [['--permissive=list'], /^decisions: [0-9]+ variations$/m],
  ])('prints the list with %j', async (args, line) => {
    const running = await touchstone(['sandbox', ...FREE_PORTS, ...args]);
    expect(await running.exit).toBe(0);
    expect(running.printed().stdout).toMatch(line);
  });
});

describe('SIGTERM', () => {
  test('drops no request in a stream over keep-alive connections', async () => {
    const { running, ready, profile } = await readySandbox();
    const authorization = `Bearer ${await tokenOf(profile)}`;
    const slow = { on: { key: 'slow-at-sigterm' }, delay: '200ms' };
    await fetch(`${ready.controlUrl}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(slow),
    });

    let answered = 0;
    let enough: () => void = () => {};
    const warm = new Promise<void>((resolve) => {
      enough = resolve;
    });
    const client = async (n: number): Promise<readonly string[]> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const statuses: string[] = [];
      for (let round = 0; ; round += 1) {
        const key = `stream-${n}-${round}`;
        const { status, closes } = await exchange(
          ready.baseUrl,
          agent,
          authorization,
          round % 2 === 0 ? undefined : key,
        );
        statuses.push(status);
        answered += 1;
        if (answered === 400) enough();
        if (closes) return statuses;
      }
    };
    const clients = [0, 1, 2, 3, 4, 5].map(client);
    await warm;
    const late = exchange(ready.baseUrl, new Agent({ keepAlive: true }), authorization, 'slow-at-sigterm');
    await held(ready.controlUrl);
    running.process.kill('SIGTERM');

    const statuses = (await Promise.all(clients)).flat();
    expect(new Set(statuses)).toEqual(new Set(['200', '201']));
    expect(await late).toEqual({ status: '201', closes: true });
    expect(await running.exit).toBe(0);
    expect(running.printed().stderr).toBe('');
  });
});

/** Resolves once a fault holds or delays something. */
async function held(controlUrl: string): Promise<void> {
  for (;;) {
    const { items } = (await (await fetch(`${controlUrl}/faults`)).json()) as { items: readonly { held: number }[] };
    if (items.some((fault) => fault.held > 0)) return;
  }
}

/** A read, or a submission under a key; rejects if the connection breaks before the answer is whole. */
function exchange(
  baseUrl: string,
  agent: Agent,
  authorization: string,
  key: string | undefined,
): Promise<{ readonly status: string; readonly closes: boolean }> {
  const order = { account: 'main', instrument: 'BTC-USD', clientOrderId: key, price: '100.00', qty: '0.0001' };
  return new Promise((resolve, reject) => {
    const sent = request(
      key === undefined ? `${baseUrl}/me` : `${baseUrl}/orders`,
      {
        agent,
        method: key === undefined ? 'GET' : 'POST',
        headers: {
          authorization,
          ...(key === undefined ? {} : { 'idempotency-key': key, 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        answer.resume();
        answer.once('error', reject);
        answer.once('end', () =>
          resolve({ status: `${answer.statusCode}`, closes: answer.headers.connection === 'close' }),
        );
      },
    );
    sent.once('error', reject);
    sent.end(key === undefined ? undefined : JSON.stringify(order));
  });
}

describe('secrets', () => {
  test('are in the profile and nowhere else', async () => {
    const running = await touchstone(['sandbox', ...FREE_PORTS]);
    await running.line(/Ctrl-C/);
    const profile = JSON.parse(await readFile(join(running.cwd, '.touchstone/profile.json'), 'utf8')) as SandboxProfile;
    const token = await tokenOf(profile);
    const minted = await (
      await fetch(`${profile.control}/identity/mint`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/plain' },
        body: JSON.stringify({ persona: 'admin', key: 'foreign' }),
      })
    ).text();

    for (const held of [token, minted]) {
      const authorization = `Bearer ${held}`;
      const write = {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': held },
      };
      await fetch(`${profile.baseUrl}/me`, { headers: { authorization } });
      await fetch(`${profile.baseUrl}/me?access_token=${held}`, { headers: { authorization } });
      await fetch(`${profile.baseUrl}/orders/${held}`, { headers: { authorization } });
      await fetch(`${profile.baseUrl}/operations/${held.replaceAll('.', '%2E')}`, { headers: { authorization } });
      await fetch(`${profile.baseUrl}/${btoa(held)}`, { headers: { authorization: `bearer ${held}` } });
      await fetch(`${profile.baseUrl}/orders`, { ...write, body: JSON.stringify({ [held]: held, account: held }) });
      await fetch(`${profile.baseUrl}/orders`, { ...write, body: held });
      await exchangeOnce(profile, { ...write.headers, 'idempotency-key': 'canary-order' });
      await fetch(`${profile.control}/${held}`);
    }
    for (const { clientId, clientSecret } of Object.values(profile.principals)) {
      await grant(profile, clientId, clientSecret);
      await grant(profile, clientId, `${clientSecret}x`);
    }

    const served = await Promise.all(
      [
        '/exchanges?limit=1000',
        '/exchanges?limit=1000&bodies=true',
        '/journal/export',
        '/journal?limit=1000',
        '/faults',
        '/health',
        '/',
      ].map(async (path) => (await fetch(profile.control + path)).text()),
    );
    running.process.kill('SIGTERM');
    expect(await running.exit).toBe(0);
    const { stdout, stderr } = running.printed();
    expect(stdout).toMatch(/ GET {2}\/me +200 /);
    expect(served[0]).toContain('"path":"/orders/[token]"');

    const secrets = [
      ...Object.values(profile.principals).map(({ clientSecret }) => clientSecret),
      ...[token, minted].flatMap((held) => [held, ...held.split('.').slice(1)]),
    ];
    const text = [stdout, stderr, ...served].join('\n');
    for (const form of secrets.flatMap(formsOf)) expect(text.includes(form), form).toBe(false);
  });
});

async function exchangeOnce(profile: SandboxProfile, headers: Record<string, string>): Promise<void> {
  const order = { accountId: 1, instrumentId: 1, clientOrderId: 'canary-order', price: '100.00', qty: '1' };
  await fetch(`${profile.baseUrl}/orders`, { method: 'POST', headers, body: JSON.stringify(order) });
}

/** Plain, percent-encoded, and within base64 of a containing text, at each alignment. */
function formsOf(secret: string): readonly string[] {
  const within = [0, 1, 2].map((shift) => {
    const bytes = Buffer.from(`${'x'.repeat(shift)}${secret}`);
    return bytes
      .subarray(0, bytes.length - (bytes.length % 3))
      .toString('base64')
      .slice(shift === 0 ? 0 : 4);
  });
  return [secret, encodeURIComponent(secret), secret.replaceAll('.', '%2E'), ...within];
}
