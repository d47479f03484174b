/** Order entry: one key for one intent, whatever happens on the way. */
import { ask, pause } from './gateway.ts';
const FIRST_POLL_MS = 250;
const MOST_POLL_MS = 4000;
/** Submits an order. Returns what became of it. */
export async function buy(price, qty, tell) {
    // 36 characters: the interface bounds keys on the algos routes alone, and other members may bound them as they like.
    const key = crypto.randomUUID();
    const body = { account: 'main', instrument: 'BTC-USD', clientOrderId: key, side: 'BUY', price, qty };
    const submit = () => ask('/orders', { method: 'POST', key, body }, tell);
    const answer = await submit();
    if (answer.headers.get('Idempotent-Replay') === 'true')
        tell('the first try was carried out: this is its answer');
    return answer.status === 202 ? settled(key, submit, tell) : outcomeOf(answer);
}
function outcomeOf({ status, body }) {
    if (body.error !== undefined)
        return `refused: ${body.error.code}`;
    return status < 300 ? 'accepted' : `answered ${status}`;
}
/**
 * 202: the outcome is owed, for as long as it takes. While the operation is pending, the page waits. Then it sends the
 * same request with the same key, because a held key replays its outcome. A member may replay the 202 instead: an order
 * that was accepted is among the orders then.
 */
async function settled(key, submit, tell) {
    tell('202: its outcome is polled for');
    for (let pauseMs = FIRST_POLL_MS;; pauseMs = Math.min(pauseMs * 2, MOST_POLL_MS)) {
        await pause(pauseMs);
        const operation = await ask(`/operations/${key}`, {}, tell);
        if (operation.body.outcome?.status === 'PENDING')
            continue;
        const answer = await submit();
        if (answer.status !== 202)
            return outcomeOf(answer);
        const { body } = await ask('/orders?limit=100', {}, tell);
        if (body.items?.some(({ clientOrderId }) => clientOrderId === key))
            return 'accepted';
    }
}
