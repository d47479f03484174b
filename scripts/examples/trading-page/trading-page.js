/**
 * A trading client in a page that survives what a gateway may do: fetch, WebSocket and IndexedDB, without a build step.
 * It places two orders once, cancels one, walks the orders, follows them over the trading socket, and ends. Its own server
 * gives it `settings.json` and, at `token`, tokens: the client's secret never comes to a page. Each intent is declared on the
 * console, so that `touchstone client` knows what was wanted once (scripts/proof/clients/page-client.ts passes it on).
 */
const MOST_TRIES = 8;
const ANSWER_WITHIN_MS = 5_000;
const WATCH_MS = 300;
/** After a session that lasted so long, the pauses are short again. */
const LONG_MS = 60_000;
const [LAPSED, REVOKED] = [4001, 4003];
const { baseUrl, tradingUrl, account, instrument } = await (await fetch('settings.json')).json();

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const say = (line) => console.log(JSON.stringify(line));
/** Resolves with the result of a request to the database, or at the end of a transaction. */
const finished = (one) =>
  new Promise((done, failed) => {
    const end = ({ type }) => (type === 'success' || type === 'complete' ? done(one.result) : failed(new Error(type)));
    for (const type of ['success', 'complete', 'error', 'abort']) one.addEventListener(type, end);
  });
/** A refusal or a silence of one part leaves the others. */
const orNothing = () => undefined;

// The keys of intents. What localStorage takes is on the disk some seconds later, and a crash of the browser loses it.
const opening = indexedDB.open('trading', 1);
opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('keys'));
const keys = await finished(opening);

class Refused extends Error {}

/** As long as the answer asks for, otherwise longer after each try, and never the same twice. */
function pauseMs(tries, answer) {
  const own = Math.min(2_000, 100 * 2 ** (tries - 1)) * (0.75 + Math.random() / 2);
  const after = answer?.headers.get('Retry-After') ?? null;
  if (after === null) return own;
  return own + Math.max(0, /^\d+$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - Date.now());
}

/** The object of a JSON text; empty: it is none. */
function rowOf(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Whether the same request may be sent again: the gateway says so, or its status does. */
const mayRepeat = ({ status, body }) => body.error?.retryable ?? (status === 429 || status === 503);

// The token, in the page's memory alone

let token = { text: '', renewAt: 0 };
let renewing;

async function newToken() {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await fetch('token', { method: 'POST', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
      const { access_token: text, expires_in: lifeS = 60 } = rowOf(await answer.text());
      if (typeof text !== 'string') throw new Error(`no token: ${answer.status}`);
      token = { text, renewAt: Date.now() + lifeS * 600 };
      return;
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      await wait(pauseMs(tries));
    }
  }
}

/** The current token: it is renewed before it ends, once for all that wait for it. */
async function bearer() {
  if (Date.now() < token.renewAt) return token.text;
  renewing ??= newToken().finally(() => {
    renewing = undefined;
  });
  await renewing;
  return token.text;
}

function dropToken(text = token.text) {
  if (text === token.text) token.renewAt = 0;
}

// Requests

/** undefined: no answer came, or not all of it; then nothing is known of the request. */
async function send(method, path, { key, body } = {}, isAgain = false) {
  const used = await bearer();
  const headers = { Authorization: `Bearer ${used}` };
  if (key !== undefined) headers['Idempotency-Key'] = key;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer;
  try {
    // The browser's cache knows nothing of positions.
    const passed = { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
    const response = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body), ...passed });
    answer = { status: response.status, headers: response.headers, body: rowOf(await response.text()) };
  } catch {
    return undefined;
  }
  // The token may have ended on its way. If a new one does not help, no further one will.
  if (answer.status !== 401 || isAgain) return answer;
  dropToken(used);
  return send(method, path, { key, body }, true);
}

/** Sends the same request until its outcome is known. */
async function untilKnown(method, path, sent, isKnown = () => true) {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const answer = await send(method, path, sent);
    // Once the operation has its outcome, the same key replays it.
    if (answer?.status === 202) await follow(sent.key);
    else if (answer === undefined || mayRepeat(answer) || !isKnown(answer)) await wait(pauseMs(tries, answer));
    else if (answer.status >= 400) throw new Refused(`${answer.status} ${answer.body.error?.code}`);
    else return answer;
  }
  throw new Error(`${path}: no outcome after ${MOST_TRIES} tries`);
}

/** Reads the operation of a 202 until it has its outcome, with pauses that grow. */
async function follow(key) {
  for (let reads = 1; reads <= 12; reads += 1) {
    const answer = await send('GET', `/operations/${key}`);
    if (answer?.status === 200 && (answer.body.outcome?.status ?? 'PENDING') !== 'PENDING') return;
    await wait(pauseMs(reads, answer));
  }
}

/** One key for one intent, in this page and the next one: it is on the disk before it is sent. */
async function keyOf(intent) {
  const known = await finished(keys.transaction('keys').objectStore('keys').get(intent));
  if (known !== undefined) return known;
  const key = crypto.randomUUID();
  const storing = keys.transaction('keys', 'readwrite', { durability: 'strict' });
  storing.objectStore('keys').put(key, intent);
  await finished(storing);
  return key;
}

const positionOf = ({ headers }) => BigInt(headers.get('X-Service-Global-Sequence') ?? 0);

/** The row of the order; undefined: it was refused, or nothing is known of it. */
async function placed(intent, order) {
  say({ intent, order });
  const key = await keyOf(intent);
  let answer;
  try {
    answer = await untilKnown('POST', '/orders', { key, body: { ...order, clientOrderId: key } });
  } catch (error) {
    say({ intent, done: error instanceof Refused ? 'refused' : 'unknown' });
    return undefined;
  }
  say({ intent, done: 'placed' });
  // A read that is older than the write says nothing of it. An answer without a position is of no time.
  const isNew = (read) => !read.headers.has('X-Service-Global-Sequence') || positionOf(read) >= positionOf(answer);
  await untilKnown('GET', `/orders/${answer.body.orderId}`, {}, isNew).then(({ body }) => show(body), orNothing);
  return answer.body;
}

const shown = new Map();

/** Shows an order. A row may come twice, and late: it is newer only if its `updatedAtNs` is. */
function show({ orderId, status, updatedAtNs = 0 }) {
  const last = shown.get(orderId) ?? { at: -1n, item: document.createElement('li') };
  const at = BigInt(updatedAtNs);
  if (at <= last.at) return;
  last.item.textContent = `${orderId}: ${status}`;
  document.getElementById('orders').append(last.item);
  shown.set(orderId, { ...last, at });
}

/** Reads every order, page by page. A cursor that comes again would never end. */
async function readOrders() {
  const cursors = new Set();
  for (let cursor = ''; ; ) {
    const { body } = await untilKnown('GET', `/orders?limit=5${cursor}`, {});
    for (const row of body.items ?? []) show(row);
    if (typeof body.nextCursor !== 'string' || cursors.has(body.nextCursor)) return;
    cursors.add(body.nextCursor);
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
}

// The socket

let socket;
let [isFollowing, isEnding] = [false, false];
let ops = 0;
const ready = Promise.withResolvers();
const readings = [];

function ask(op, params) {
  ops += 1;
  socket.send(JSON.stringify({ op, reqId: `${op}-${ops}`, params }));
}

async function take({ event, op, success, data }) {
  if (event === 'orderUpdated') show(Object(data));
  if (event === 'sessionExpiring') {
    dropToken();
    ask('auth', { token: await bearer() });
  }
  if (op !== 'subscribe') return;
  if (success !== true) {
    socket.close(1000);
    return;
  }
  // Frames are not kept for a session that was lost: what it missed is read now.
  if (isFollowing && !isEnding) readings.push(readOrders().catch(orNothing));
  isFollowing = true;
  ready.resolve();
}

/** One session: the code of its end. A handshake carries a ticket, which opens one session, at once. */
function session(ticket) {
  socket = new WebSocket(`${tradingUrl}?ticket=${encodeURIComponent(ticket)}`);
  const opened = socket;
  const timer = setTimeout(() => opened.readyState === WebSocket.CONNECTING && opened.close(), ANSWER_WITHIN_MS);
  opened.addEventListener('open', () => ask('subscribe', { topics: ['orders'] }));
  opened.addEventListener('message', ({ data }) => void take(rowOf(data)).catch(orNothing));
  return new Promise((resolve) => {
    opened.addEventListener('close', ({ code }) => {
      clearTimeout(timer);
      resolve(code);
    });
  });
}

/** Keeps a session open until the work ends, with pauses that grow; a revoked access does not come back by asking again. */
async function keepSession() {
  for (let tries = 1; tries <= MOST_TRIES && !isEnding; tries += 1) {
    // A member that mints no tickets has no session for a page.
    const { body } = await untilKnown('POST', '/v1/ws-tickets', { body: { stream: 'trading' } });
    const from = Date.now();
    const code = isEnding ? REVOKED : await session(body.ticket);
    if (code === REVOKED) return;
    if (code === LAPSED) dropToken();
    if (Date.now() - from > LONG_MS) tries = 0;
    if (!isEnding) await wait(2 * pauseMs(tries));
  }
}

// The work

async function work() {
  const kept = keepSession().catch(orNothing);
  await Promise.race([ready.promise, kept, wait(ANSWER_WITHIN_MS)]);
  const order = { account, instrument, side: 'BUY', price: '100.10' };
  await placed('first', { ...order, qty: '1' });
  const second = await placed('second', { ...order, qty: '2' });
  const cancel = { key: await keyOf('cancel second'), body: {} };
  if (second !== undefined) await untilKnown('POST', `/orders/${second.orderId}/cancel`, cancel).catch(orNothing);
  await readOrders().catch(orNothing);
  await wait(WATCH_MS);
  isEnding = true;
  socket?.close(1000);
  await Promise.race([kept, wait(ANSWER_WITHIN_MS)]);
  await Promise.all(readings);
}

await work();
document.getElementById('work').textContent = 'done';
