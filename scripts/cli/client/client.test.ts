/** `touchstone client` as its users type it: clients that cannot be judged, that break a rule, that break none, and its files. */
import { expect, test } from 'vitest';
import { testShell } from '../testing/test-folder.ts';

/** A client of a few lines: it places one order, and sends it again under a new key if no answer comes. */
const CLIENT = `
const { env } = process;
const post = (url, body, headers) => fetch(url, { method: 'POST', body, headers });
const form = { grant_type: 'client_credentials', client_id: env.TOUCHSTONE_CLIENT_ID, client_secret: env.TOUCHSTONE_CLIENT_SECRET };
const { access_token: token } = await (await post(env.TOUCHSTONE_TOKEN_ENDPOINT, new URLSearchParams(form))).json();
const order = { account: env.TOUCHSTONE_ACCOUNT, instrument: env.TOUCHSTONE_INSTRUMENT, side: 'BUY', price: '100.00', qty: '1' };
if (env.SAYS === 'yes') console.log(JSON.stringify({ intent: 'buy', order: { qty: '1' } }));
for (let n = 1; n < 9; n += 1) {
  const key = env.KEY === 'same' ? 'k-1' : 'k-' + n;
  const headers = { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json', 'Idempotency-Key': key };
  const body = JSON.stringify({ ...order, clientOrderId: key });
  const answer = await post(env.TOUCHSTONE_BASE_URL + '/orders', body, headers).catch(() => undefined);
  if (answer !== undefined && answer.status !== 202 && answer.status !== 503 && answer.status !== 429) break;
  const after = Number(answer?.headers.get('retry-after') ?? 0) * 1000;
  await new Promise((done) => setTimeout(done, after + 100 * 2 ** n * (0.8 + Math.random() / 2)));
}
`;

const LOST = `seed: 1
troubles:
  - kind: answer-lost
    at: { on: { edge: answer, method: POST, path: /orders }, nth: 1 }
`;

function shellWith(env: Readonly<Record<string, string>> = {}) {
  return testShell(
    { 'client.mjs': CLIENT, 'lost.yaml': LOST, 'strange.yaml': 'seed: 1\ntroubles: [{ kind: rain }]' },
    { ...process.env, ...env },
  );
}
const [plain, says, same] = [shellWith(), shellWith({ SAYS: 'yes' }), shellWith({ SAYS: 'yes', KEY: 'same' })];
const PAGE = 'http://localhost:5173';
const COMMAND = ['--', process.execPath, 'client.mjs'];
const ATTACHED = ['client', '--attach', '--schedules', '0', '--port', '0', '--control-port', '0'];
const SCENARIO = ['client', '--quiet', '--scenario', 'lost.yaml'];

test('a client that sends an order twice is found, with the moment, and its files show it', async () => {
  const { status, out } = await says.run([
    ...SCENARIO,
    '--limit',
    '90s',
    '--out',
    'report',
    '--format',
    'junit,md,html',
    ...COMMAND,
  ]);
  expect(status).toBe(1);
  expect(out).toMatch(/^Not conforming: 1 rule broken/);
  expect(out).toMatch(
    /✗ CLI-01 .*\n {4}the answer to POST \/orders key k-1 was lost; [\d.]+ m?s later the client sent the same with key k-2\n {4}trouble: the answer to the first POST \/orders is lost\n {4}again: touchstone client --limit 90s --scenario report\/clients\/CLI-01\.yaml -- \S+ client\.mjs\n/,
  );
  expect(out).toMatch(
    /^written: report\/client\.json, report\/junit\.xml, report\/client\.md, report\/client\.html, report\/clients\/CLI-01\.yaml$/m,
  );
  const record = JSON.parse(await says.read('report/client.json')) as {
    readonly rules: readonly { readonly id: string; readonly failure?: { readonly steps: readonly object[] } }[];
  };
  expect(record.rules.find(({ id }) => id === 'CLI-01')?.failure?.steps).toContainEqual(
    expect.objectContaining({ lane: 'platform', isTrouble: true }),
  );
  expect(await says.read('report/junit.xml')).toMatch(
    /<failure type="violated" message="the answer to POST \/orders key k-1 was lost/,
  );
  expect(await says.read('report/client.md')).toMatch(/^# Not conforming/);
  expect(await says.read('report/client.html')).toContain('<th scope="col">platform</th>');
  const again = await says.run(['client', '--quiet', '--scenario', 'report/clients/CLI-01.yaml', ...COMMAND]);
  expect(again.status).toBe(1);
});

test('the same without a declared intent is suspected', async () => {
  const { status, out } = await plain.run([...SCENARIO, ...COMMAND]);
  expect(status).toBe(3);
  expect(out).toMatch(/^Inconclusive: 1 rule may be broken/);
  expect(out).toMatch(/\? CLI-01 .*\n.*\n {4}suspected: /);
  expect(out).toMatch(/^again, with a page .* client --out report --format html -- \S+ client\.mjs$/m);
});

test('a client with one key for one order breaks nothing there', async () => {
  const { status, out } = await same.run([...SCENARIO, ...COMMAND]);
  expect(out).toMatch(/^Conforming in all that was exercised/);
  expect(status).toBe(0);
  expect(out).toMatch(/^- not exercised.*CLI-33/m);
});

test.each([
  [
    'connects nowhere',
    ['-e', 'console.log("I looked at the weather")'],
    /it never connected and ended with status 0\n {4}I looked at the weather/,
  ],
  ['cannot be started', undefined, /the command cannot be started/],
  [
    'fails by itself',
    ['-e', 'fetch(process.env.TOUCHSTONE_BASE_URL + "/me").then(() => { throw new Error("no idea") })'],
    /it failed without any trouble and ended with status 1\n[\s\S]*no idea/,
  ],
  [
    'ends early',
    [
      '-e',
      `const { TOUCHSTONE_CLIENT_ID: client_id, TOUCHSTONE_CLIENT_SECRET: client_secret, TOUCHSTONE_TOKEN_ENDPOINT: url } = process.env;
      fetch(url, { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }) })
        .then(() => console.log('enough'))`,
    ],
    /it requested a token and sent the gateway nothing, and ended with status 0\n {4}enough/,
  ],
  [
    'crashes',
    ['-e', 'fetch(process.env.TOUCHSTONE_BASE_URL + "/me").then(() => process.kill(process.pid, "SIGSEGV"))'],
    /it failed without any trouble and ended with a signal/,
  ],
  [
    'hangs',
    ['-e', 'fetch(process.env.TOUCHSTONE_BASE_URL + "/me"); setInterval(() => {}, 1000)'],
    /did not end within its limit/,
  ],
  [
    'floods',
    [
      '-e',
      'const ask = async () => { for (let n = 0; n < 300; n += 1) await fetch(process.env.TOUCHSTONE_BASE_URL + "/me").then((a) => a.text()) }; Promise.all([ask(), ask(), ask(), ask()])',
    ],
    /it sent more than 900 requests/,
  ],
])('a client that %s is not judged, for a reason in one line', async (how, args, said) => {
  const limit = how === 'hangs' ? '3s' : '60s';
  const command = args === undefined ? ['./nothing-here'] : [process.execPath, ...args];
  const { status, out } = await plain.run(['client', '--quiet', '--limit', limit, '--', ...command]);
  expect(out).toMatch(/^The client cannot be judged: /);
  expect(out).toMatch(said);
  expect(status).toBe(2);
});

test('an attached client, such as a page of --cors, declares what it wants over the control plane, and ends there', async () => {
  let isAsked = false;
  const onErr = (err: string): void => {
    const control = /TOUCHSTONE_CONTROL_PLANE=(\S+)[\s\S]*POST \1\/client\/end/.exec(err)?.[1];
    if (control === undefined || isAsked) return;
    isAsked = true;
    void (async () => {
      const body = JSON.stringify({ intent: 'buy', order: { qty: '1' }, done: 'placed' });
      const headers = { 'Content-Type': 'application/json' };
      expect((await fetch(`${control}/client/intents`, { method: 'POST', headers, body })).status).toBe(204);
      const base = /TOUCHSTONE_BASE_URL=(\S+)/.exec(err)?.[1];
      const answer = await fetch(`${base}/me`, { headers: { Origin: PAGE } });
      expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
      expect((await fetch(`${control}/client/end`, { method: 'POST' })).status).toBe(204);
    })();
  };
  const { status, out } = await plain.run([...ATTACHED, '--cors', PAGE], { onErr });
  expect(out).toMatch(/✗ CLI-53 /);
  expect(out).toMatch(
    /^again, .* client --schedules 0 --out report --format html --attach --port 0 --control-port 0$/m,
  );
  expect(status).toBe(1);
});

test('a client whose detached child holds its output ends with its own process', async () => {
  const forks = `require('node:child_process').spawn('sleep', ['20'], { detached: true, stdio: 'inherit' }).unref()`;
  const { status, out } = await plain.run(['client', '--quiet', '--', process.execPath, '-e', forks]);
  expect(out).toMatch(/it never connected and ended with status 0/);
  expect(status).toBe(2);
});

test('Ctrl-C ends the client, and the summary says of how many starts it is', async () => {
  const interruption = new AbortController();
  const waits = ['-e', 'fetch(process.env.TOUCHSTONE_BASE_URL).then(() => setTimeout(() => {}, 60_000))'];
  const { status, out } = await same.run(['client', ...COMMAND], {
    interrupted: interruption.signal,
    onErr: (err) => {
      if (/^ +2 /m.test(err)) interruption.abort();
    },
  });
  expect(out).toMatch(/^Interrupted: this is of \d+ starts alone\.\n/);
  expect(status).toBe(4);
  const first = await plain.run(['client', '--', process.execPath, ...waits], {
    interrupted: AbortSignal.abort(),
  });
  expect(first.out).toMatch(/it was interrupted in its first start/);
});

test('Enter ends the work of an attached client, too', async () => {
  const { status, out } = await plain.run(ATTACHED, { typed: [''] });
  expect(out).toBe('The client cannot be judged: it never connected and ended with status 0\n');
  expect(status).toBe(2);
});

test('the rules are printed, one line each', async () => {
  const { status, out } = await plain.run(['client', '--rules']);
  expect(status).toBe(0);
  expect(
    out
      .trim()
      .split('\n')
      .filter((line) => !/^CLI-\d\d {2}(must|should) +[A-Z].*\)$/.test(line)),
  ).toEqual([]);
});

test.each([
  [[], /name the command after --/],
  [['--attach', '--', 'node'], /leave out the command/],
  [['--as', 'root', '--', 'node'], /--as root: one of trader, admin/],
  [['--clock', 'fast', '--', 'node'], /--clock fast: x20/],
  [['--limit', 'soon', '--', 'node'], /--limit soon: a duration such as 30s/],
  [['--cors', 'localhost:5173', '--', 'node'], /--cors localhost:5173: an origin is needed/],
  [['--scenario', 'none.yaml', '--', 'node'], /--scenario none\.yaml: cannot be read \(ENOENT\)/],
  [['--scenario', 'client.mjs', '--', 'node'], /client\.mjs:\d+:\d+/],
  [
    ['--scenario', 'strange.yaml', '--', 'node'],
    /strange\.yaml:2:20: troubles\.0\.kind: there is no kind rain; there are answer-lost/,
  ],
  [['--format', 'junit', '--', 'node'], /--format needs --out DIR/],
])('client %j is wrong usage', async (args, said) => {
  const { status, err } = await plain.run(['client', ...args]);
  expect(err).toMatch(said);
  expect(status).toBe(2);
});
