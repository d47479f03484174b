import { judges, judgesOf } from '../../testing/judges.ts';
import type { Sample, Sampled } from '../../testing/sample-history.ts';
import { answer, noted } from '../../testing/sample-history.ts';

const served = answer('GET /me', { status: 200 });
const unverified = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' });
const forbidden = answer('GET /me', { status: 403, code: 'FORBIDDEN_PRINCIPAL' });

/** As nginx does with two Authorization headers. */
const turnedAwayByAProxy = answer('GET /me', { status: 400, headers: { 'X-Request-Id': null }, body: '<html>' });

const challenge = { 'WWW-Authenticate': 'Bearer' };
const challenged = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED', headers: challenge });

judgesOf('auth/no-token', (answered: Sample) => [challenged, answered], [
  ['refused', challenged, 'pass'],
  ['another code (A8)', answer('GET /me', { status: 401, code: 'NO_TOKEN' }), ['pass', 'violated']],
  ['no challenge', unverified, ['pass', 'violated']],
  ['forbidden', answer('GET /orders', { status: 403, code: 'FORBIDDEN_PRINCIPAL' }), 'violated'],
]);

const me = (userId: number) => answer('GET /me', { status: 200, body: { user: { userId, orgId: userId } } });

judges('auth/two-tokens', { first: me(1), both: unverified }, [
  ['served to the first (A9)', { both: me(1) }, ['pass', 'violated']],
  ['served to the second', { both: me(2) }, 'violated'],
  ['turned away by a proxy', { both: turnedAwayByAProxy }, 'pass'],
  ['refused for another reason', { both: forbidden }, ['pass', 'violated']],
  ['the first alone is refused', { first: unverified }, 'inconclusive'],
]);

judges('auth/unverifiable-token', { 'as it should be': served, expired: unverified, 'another audience': unverified }, [
  ['a valid one refused', { 'as it should be': unverified }, 'inconclusive'],
]);

judges('auth/forged-token', { 'its own token': served, 'alg none': unverified, 'a changed claim': unverified }, [
  ['a respelt one served', { 'respelt: padded': served }, ['pass', 'violated']],
  ['no forged token', { 'alg none': [], 'a changed claim': [] }, 'inconclusive'],
  ['its own token is refused as well', { 'its own token': unverified }, 'inconclusive'],
]);

const pastItsEnd = (ms: number, ...expired: readonly Sampled[]) => ({ expired, 'past its end': noted(ms) });
const notSent = { expired: [], 'past its end': [] };

judges('auth/expired-token', { life: noted(60_000), 'while it lives': served, ...pastItsEnd(2_000, unverified) }, [
  ['refused in the end', pastItsEnd(60_000, served, unverified), 'pass'],
  ['served within the leeway', pastItsEnd(60_000, served), 'not-exercised'],
  ['not served before', { 'while it lives': unverified }, 'inconclusive'],
  ['a life that is too long', { 'while it lives': [], ...notSent }, 'not-exercised'],
  ['a life that is not known', { life: [], 'while it lives': [], ...notSent }, 'not-exercised'],
]);

judges('auth/token-of-another-audience', { 'its own token': served, 'another audience': unverified }, [
  ['its own token is not served', { 'its own token': unverified }, 'inconclusive'],
]);

judges('auth/nameless-token', { 'no org_id': [forbidden, forbidden], 'org_id a number': forbidden }, [
  ['a numeric org_id does not verify (A10)', { 'org_id a number': unverified }, ['pass', 'violated']],
  ['a numeric org_id is served', { 'org_id a number': served }, 'violated'],
]);

const sent = answer('GET /orders', { status: 200, sent: { Authorization: 'Bearer <token of trader>' } });
const saying = (message: string) => answer('GET /me', { status: 401, code: 'UNAUTHENTICATED', message });

judgesOf('auth/no-token-is-served', (answered: Sample) => [sent, answered], [
  ['none', saying('the token does not verify: send <access token>'), 'pass'],
  ['a part of it', saying('bad signature <part of the token of trader>'), 'violated'],
  ['encoded', saying('got <token of trader, base64>'), 'violated'],
  ['any token', saying('got <token>'), 'violated'],
  ['a secret in a body', answer('GET /me', { status: 200, body: { user: '<secret of trader>' } }), 'violated'],
  ['a minted one', saying('<minted token of viewer>'), 'violated'],
]);
