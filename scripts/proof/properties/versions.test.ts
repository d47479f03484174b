/**
 * Walks over the 27 versions (VER-04). Every gate of gateway/contract/versions.ts has signs, and each sign changes at the version
 * in the suite's transcription of the changelog. So the test fails if a gate moves by one version, or has no sign.
 */
import { describe, expect, test } from 'vitest';
import { ASK_NEEDS, ASKS, type AskName, LONG_ASKS } from '../../../conformance/checks/ver/asks.ts';
import { isAtLeast } from '../../../conformance/contract/versions.ts';
import { frameJson } from '../../../conformance/member/exchange/conversation.ts';
import { at, type Exchange, isReplay, json, rows, status } from '../../../conformance/member/exchange/exchange.ts';
import { check } from '../../../conformance/runner/check.ts';
import type { History } from '../../../conformance/runner/history.ts';
import { pass } from '../../../conformance/runner/judgement.ts';
import {
  SOCKET_GATES,
  SOCKET_VERSIONS,
  type SocketGate,
  type SocketVersion,
} from '../../../gateway/contract/sockets.ts';
import { GATES, NEWEST, type Span, VERSIONS, type Version } from '../../../gateway/contract/versions.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { judgedByProfile } from '../suite/judged-by-profile.ts';
import { DocumentFit } from './fits-document.ts';
import { documentFrom } from './served-document.ts';
import { type Landmarks, orderAt90, type Walking, writeLandmarks } from './version-landmarks.ts';
import { GATE_SIGNS, type GateSign } from './version-signs.ts';

const UNFILTERED = ['/account-balances', '/algos/instances', '/algos/versions'];
const keys: string[] = [];
/** The answers to each sign, by version of the trading socket's contract. */
const onSockets = new Map<SocketVersion, object>();

/** Each gate of the trading socket: the form before its version, and from it on. */
const SOCKET_SIGNS: Readonly<
  Record<SocketGate, { readonly at: SocketVersion; readonly forms: readonly [unknown, unknown] }>
> = {
  orders: { at: '1.1.0', forms: ['UNKNOWN_OP', 'INVALID_PRICE'] },
  'handshake.credential-owed': { at: '1.4.0', forms: [101, 401] },
};

async function seenOnSockets({ trader, anonymous }: Walking): Promise<Record<SocketGate, unknown>> {
  const open = await anonymous.openSocket('trading');
  const socket = await trader.openSocket('trading');
  const params = { clientOrderId: 'walked', accountId: 1, instrumentId: 1, price: 'odd', qty: '1' };
  const frame = await socket.ask({ op: 'submit', params });
  for (const { close } of [open, socket]) await close();
  return { orders: frame && frameJson(frame)?.['code'], 'handshake.credential-owed': status(open.conversation()) };
}

/** Further requests in each version. */
async function also(scene: Walking, { order, orderKey }: Landmarks, version: Version): Promise<void> {
  const { trader, admin, freshKey, control } = scene;
  // Repeat every key so far: that of the newest version, and those of all older versions.
  for (const key of [orderKey, ...keys]) await orderAt90(trader, key, `${version} replayed`);
  await trader.get(`/orders/${order}`, { label: `${version} order` });
  keys.push(freshKey());
  await orderAt90(trader, keys.at(-1) as string);
  for (const path of UNFILTERED) {
    await admin.get(path, { label: `${version} whole` });
    for (const query of ['status=ACTIVE', 'view=approved'])
      await admin.get(path, { query, label: `${version} filtered` });
  }
  const document = json(await admin.get('/openapi.json')) as { readonly paths: Record<string, object> };
  const paths = Object.entries(document.paths);
  for (const [path, methods] of paths) {
    if (path.includes('{') || !('get' in methods) || path === '/openapi.json') continue;
    const [row] = rows(await admin.get(path));
    const [id] = Object.values(row ?? {});
    if (id !== undefined && paths.some(([other]) => other === `${path}/{id}`)) await admin.get(`${path}/${id}`);
  }
  if (version !== NEWEST) return;
  for (const socketVersion of SOCKET_VERSIONS) {
    await control.deploy({ socketVersion });
    onSockets.set(socketVersion, await seenOnSockets(scene));
  }
}

const SUITE_ASKS = { ...ASKS, ...LONG_ASKS };

function labelOf(version: string, { ask, name }: GateSign): string {
  return `${version} ${typeof ask === 'string' ? ask : name}`;
}

/** Deploys a member with each version in turn and sends it the request of every sign. @returns all of its answers, in order */
async function walked(): Promise<History> {
  await using sandbox = await startSandbox({ limits: { intakePerMinute: 100_000 } });
  let seen: History | undefined;
  const walking = check({
    id: 'ver/walk',
    proves: ['VER-04'],
    title: 'each version is deployed and sent the request of every sign',
    needs: [...ASK_NEEDS, 'algoManager', 'trading-socket', 'control', 'virtual-clock', 'destructive'],
    unanswered: 'judged',
    busy: 'judged',
    async drive(scene) {
      const marks = await writeLandmarks(scene, sandbox.platform);
      const suites = new Set(GATE_SIGNS.flatMap(({ ask }) => (typeof ask === 'string' ? [ask] : [])));
      for (const version of VERSIONS) {
        await scene.control.deploy({ version });
        await scene.admin.get('/me', { label: `${version} begins` });
        for (const name of suites) await SUITE_ASKS[name as AskName](scene, `${version} ${name}`);
        for (const sign of GATE_SIGNS)
          if (typeof sign.ask !== 'string') await sign.ask(scene, marks, labelOf(version, sign));
        await also(scene, marks, version);
      }
      await scene.control.deploy({ version: NEWEST });
    },
    judge(history) {
      seen = history;
      return pass;
    },
  });
  const { checks } = await judgedByProfile(sandbox.profile, [walking], { resetBetweenChecks: false });
  if (seen === undefined || checks[0]?.verdict !== 'pass') throw new Error(`the walk ended: ${checks[0]?.reason}`);
  return seen;
}

const history = await walked();

/** All answers of a version, in order. */
function answersIn(version: Version): readonly Exchange[] {
  const { exchanges } = history;
  const from = exchanges.findIndex(({ label }) => label === `${version} begins`);
  const to = exchanges.findIndex(({ label }, i) => i > from && label?.endsWith(' begins') === true);
  return exchanges.slice(from, to < 0 ? undefined : to);
}

/** The state of a sign at a version: `before` or `after`, or the answer if it has neither form or both. */
function shownBy({ before, after, see }: GateSign, answers: readonly Exchange[]): string {
  const [isBefore, isAfter] = [answers.every(before), answers.every(after)];
  if (answers.length === 0) return 'no answer';
  return isBefore === isAfter ? answers.map(see).join(', ') : isBefore ? 'before' : 'after';
}

/** The actual and the expected state of each sign at one version. */
function signsAt(version: Version) {
  const shown = GATE_SIGNS.map((sign) => [sign.name, shownBy(sign, history.labelled(labelOf(version, sign)))]);
  const expected = GATE_SIGNS.map(({ name, since }) => [name, isAtLeast(version, since) ? 'after' : 'before']);
  return { shown: Object.fromEntries(shown), expected: Object.fromEntries(expected) };
}

test('each gate has a sign, and each sign has the version of its gate', () => {
  expect(GATE_SIGNS.map(({ gate }) => gate)).toEqual(expect.arrayContaining(Object.keys(GATES)));
  const spans: Readonly<Record<string, Span>> = GATES;
  const others = GATE_SIGNS.filter(({ gate, since }) => since !== (spans[gate]?.since ?? spans[gate]?.until));
  expect(others.map(({ name, gate, since }) => `${name} is of ${since}, ${gate} is not`)).toEqual([]);
});

test.each(SOCKET_VERSIONS)('sockets of %s show exactly the changes up to it', (version) => {
  const isAt = (since: SocketVersion) => SOCKET_VERSIONS.indexOf(version) >= SOCKET_VERSIONS.indexOf(since);
  const expected = Object.entries(SOCKET_SIGNS).map(([gate, { at, forms }]) => [gate, forms[isAt(at) ? 1 : 0]]);
  expect(onSockets.get(version)).toEqual(Object.fromEntries(expected));
});

test('each gate of the sockets has a sign with its version', () => {
  const stated = Object.entries(SOCKET_SIGNS).map(([gate, { at }]) => [gate, { since: at }]);
  expect(Object.fromEntries(stated)).toEqual(SOCKET_GATES);
});

test.each([
  ['0.2.0', '0.2.1'],
  ['0.5.0', '0.5.1'],
])('%s and %s differ only in their number', (version, next) => {
  const [older, newer] = [version, next].map((of) => history.one(`${of} document`).response?.body ?? '');
  expect(newer?.replace(`"version":"${next}"`, `"version":"${version}"`)).toBe(older);
});

/** The answers of a version that its document does not publish, each once. */
function unpublished(version: Version): readonly string[] {
  const document = json(history.one(`${version} document`)) as Readonly<Record<string, unknown>>;
  const fit = new DocumentFit(documentFrom(document));
  const faults = answersIn(version).flatMap(({ request, response }) => {
    if (response === null) return [];
    const headers = Object.fromEntries(response.headers.map(([name, value]) => [name.toLowerCase(), value]));
    // A recorded ticket is redacted.
    const body = response.body.replace(/<ticket \d+>/, 'redacted');
    const observed = {
      method: request.method,
      path: request.path.replace(/\?.*/, ''),
      status: response.status,
      headers,
      body,
    };
    const operation = fit.operationOf(observed);
    if (operation === undefined || observed.path === '/openapi.json') return [];
    const isText = headers['content-type']?.startsWith('text/plain') ?? false;
    const asText = operation.responses[observed.status]?.isText ? undefined : 'a line of text is not published';
    const fault = isText ? asText : fit.faultOf(observed);
    return fault === undefined
      ? []
      : [`${observed.method} ${observed.path} ${observed.status}: ${fault}: ${observed.body.slice(0, 200)}`];
  });
  return [...new Set(faults)];
}

describe.each(VERSIONS)('%s', (version) => {
  const labelled = (label: string) => history.labelled(`${version} ${label}`);

  test('shows exactly the changes up to it', () => {
    const { shown, expected } = signsAt(version);
    expect(shown).toEqual(expected);
  });

  test('has one effect under a key together with every other version, and answers in its own form', () => {
    const replayed = labelled('replayed');
    expect(replayed).toHaveLength(VERSIONS.indexOf(version) + 1);
    expect(replayed.filter((e) => status(e) !== 201 || !isReplay(e))).toEqual([]);
    expect(new Set(replayed.map((e) => at(e, 'orderId'))).size).toBe(replayed.length);
    expect(json(replayed[0] as Exchange)).toEqual(json(history.one(`${version} order`)));
  });

  test('refuses the parameters status and view for a collection without them', () => {
    const expected = labelled('whole').flatMap((e) => Array(2).fill(status(e) === 200 ? 400 : 404));
    expect(labelled('filtered').map(status)).toEqual(expected);
  });

  test('publishes all of its answers', () => expect(unpublished(version)).toEqual([]));
});
