/**
 * The live socket: opened by a ticket, renewed by op auth before its lease ends, opened again whenever it closes. After
 * each opening the orders are read again, since events of the time between are not repeated. Where a member mints no
 * tickets (503 TICKETS_UNAVAILABLE, or one older than 0.14.0) or has no order events, the page reads the orders instead.
 */
import { ask, pause } from './gateway.ts';
import { renewedToken } from './login.ts';
import { GATEWAY } from './settings.ts';
/** Access was revoked: another session would end the same way. */
const REVOKED = 4003;
const MOST_PAUSE_MS = 3000;
const READ_EVERY_MS = 3000;
/** Keeps a session open for as long as the page lives. */
export async function keepSession(listener) {
    /** The last position of each order that was shown: an event at or below it came before. */
    const shown = new Map();
    for (let failures = 0;; failures += 1) {
        const { code, opened, why } = await session(listener, shown).catch((error) => ({
            ...{ code: 0, opened: false, why: String(error) },
        }));
        if (opened)
            failures = 0;
        listener.state('not connected');
        listener.tell(code === 0 ? `the socket did not open: ${why}` : `the socket closed: ${code}`);
        if (!opened)
            await readOrders(listener).catch(() => undefined);
        if (code === REVOKED)
            return;
        // 4001: the lease ended, and its token with it.
        if (code === 4001)
            await renewedToken().catch(() => undefined);
        // A member that leaves closes all its sessions at once (1001): not all come back in the same moment.
        await pause(Math.min(MOST_PAUSE_MS, 200 * 2 ** failures) * (0.5 + Math.random() / 2));
    }
}
async function session(listener, shown) {
    const body = { stream: 'trading' };
    const minted = await ask('/v1/ws-tickets', { method: 'POST', body }, listener.tell);
    const { ticket, error } = minted.body;
    if (ticket === undefined)
        return { code: 0, opened: false, why: `no ticket, ${error?.code ?? minted.status}` };
    const socket = new WebSocket(`${GATEWAY.replace('http', 'ws')}/v1/ws/trading?ticket=${ticket}`);
    let opened = false;
    let timer;
    let reading;
    let requests = 0;
    const send = (op, params) => socket.send(JSON.stringify({ op, reqId: `${op}-${++requests}`, params }));
    const renewIn = (ms) => {
        clearTimeout(timer);
        timer = setTimeout(() => void renew(), Math.max(0, ms));
    };
    const renewBefore = (expiresAtNs) => {
        const leftMs = Number(BigInt(expiresAtNs) / 1000000n) - Date.now();
        // A third of the lease is kept for a renewal that has to be tried again.
        if (expiresAtNs !== '0')
            renewIn((leftMs * 2) / 3);
    };
    const renew = async () => {
        const token = await renewedToken().catch(() => undefined);
        // The session may end for it: it is opened again then.
        if (token === undefined)
            listener.tell('the token was not renewed');
        else if (socket.readyState === WebSocket.OPEN)
            send('auth', { token });
    };
    const take = ({ event, op, success, data, session: grant }) => {
        if (event === 'sessionOpened' && data?.expiresAtNs !== undefined) {
            opened = true;
            renewBefore(data.expiresAtNs);
            send('subscribe', { topics: ['orders'] });
        }
        // By the gateway's own clock. Not at once: a short lease is in its last minute from the beginning.
        if (event === 'sessionExpiring' && data?.inMs !== undefined)
            renewIn(data.inMs / 3);
        if (op === 'subscribe' && success === true) {
            listener.state('live');
            void readOrders(listener);
        }
        if (op === 'subscribe' && success === false) {
            listener.state('live, orders read every few seconds');
            reading ??= setInterval(() => void readOrders(listener).catch(() => undefined), READ_EVERY_MS);
        }
        if (op === 'auth' && grant !== undefined) {
            listener.tell('the lease is renewed');
            renewBefore(grant.expiresAtNs);
        }
        if (event === 'orderUpdated' && data?.globalSequence !== undefined) {
            const position = BigInt(data.globalSequence);
            const fresh = position > (shown.get(data.orderId) ?? 0n);
            if (fresh)
                shown.set(data.orderId, position);
            else
                listener.tell('an event came twice, and was dropped');
            listener.order(data, fresh);
        }
    };
    socket.addEventListener('message', ({ data }) => take(JSON.parse(data)));
    return new Promise((resolve) => {
        socket.addEventListener('close', ({ code }) => {
            clearTimeout(timer);
            clearInterval(reading);
            // 1006 before any frame: the browser's own code for a handshake that was refused.
            resolve(opened || code !== 1006 ? { code, opened } : { code: 0, opened, why: 'the handshake was refused' });
        });
    });
}
async function readOrders({ order, tell }) {
    const { body } = await ask('/orders?limit=20', {}, tell);
    for (const row of body.items ?? [])
        order(row, false);
}
