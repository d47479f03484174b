/**
 * Walks over the 27 versions (VER-04). Every gate of gateway/contract/versions.ts has signs, and each sign changes at the version
 * in the suite's transcription of the changelog. So the test fails if a gate moves by one version, or has no sign.
 */
import { describe, expect, test } from 'vitest';
import { frameJson } from '../../../conformance/member/exchange/conversation.ts';
import { at, type Exchange, isReplay, json, rows, status } from '../../../conformance/member/exchange/exchange.ts';
import {
  SOCKET_GATES,
  SOCKET_VERSIONS,
  type SocketGate,
  type SocketVersion,
} from '../../../gateway/contract/sockets.ts';
import { GATES, NEWEST, type Span, VERSIONS, type Version } from '../../../gateway/contract/versions.ts';
import { DocumentFit } from './fits-document.ts';
import { documentFrom } from './served-document.ts';
import { orderAt90, type Walking } from './version-landmarks.ts';
import { GATE_SIGNS } from './version-signs.ts';
import { type Also, answersIn, signsAt, walk } from './version-walk.ts';

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

const also: Also = async (scene, { order, orderKey }, version) => {
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
};

const history = await walk(VERSIONS, GATE_SIGNS, also);

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
  const faults = answersIn(history, version).flatMap(({ request, response }) => {
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
    const { shown, expected } = signsAt(history, version, GATE_SIGNS);
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
