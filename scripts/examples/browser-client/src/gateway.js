/** Requests to the gateway, with what every client owes it: the token, the key, patience with a refusal that passes. */
import { renewedToken, token } from './login.ts';
import { GATEWAY } from './settings.ts';
const MOST_TRIES = 8;
const PAUSE_MS = 250;
/** Past the gateway's own deadlines. A proxy may leave an answer that was cut off open for minutes. */
const TIMEOUT_MS = 15000;
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));
/**
 * The answer, after as many tries as it takes: a lost answer leaves the outcome unknown, and the same request with the same
 * key gets it. Throws when there is none in the end.
 */
export async function ask(path, asked, tell) {
    for (let tries = 1;; tries += 1) {
        const answer = await once(path, asked).catch((error) => {
            if (tries === MOST_TRIES)
                throw error;
            return undefined;
        });
        if (answer === undefined)
            tell('no answer: asked again with the same key');
        else if (answer.status === 401 && tries === 1)
            await renewedToken();
        else if (!isPassing(answer) || tries === MOST_TRIES)
            return answer;
        else
            tell(`${answer.body.error?.code ?? answer.status}: asked again with the same key`);
        await pause(retryAfterMs(answer) ?? PAUSE_MS * tries);
    }
}
async function once(path, { method = 'GET', key, body }) {
    const answer = await fetch(`${GATEWAY}${path}`, {
        method,
        headers: {
            Authorization: `Bearer ${token()}`,
            ...(key === undefined ? {} : { 'Idempotency-Key': key }),
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // A proxy answers in its own words: what is no JSON is no refusal of the gateway.
    const text = await answer.text();
    const isJson = /^application\/json\b/i.test(answer.headers.get('Content-Type') ?? '');
    return {
        status: answer.status,
        headers: answer.headers,
        body: (isJson ? JSON.parse(text) : {}),
    };
}
/** The gateway says whether the identical request can succeed; an answer that is not its own is as good as none. */
function isPassing({ status, body }) {
    if (status < 400)
        return false;
    return body.error === undefined ? status >= 500 : (body.error.retryable ?? (status === 429 || status === 503));
}
function retryAfterMs(answer) {
    const seconds = Number(answer?.headers.get('Retry-After') ?? Number.NaN);
    return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
