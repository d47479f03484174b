/**
 * A negative case is the good one with one thing wrong: where a request that is refused had a second reason to be refused, a
 * member without the rule would go unnoticed. So each refused write of the suite has a twin that the sandbox takes, or lets
 * through to the owner, and that states all but one thing as it does.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import type { Transport } from '../../../conformance/client/transport.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import { loadChecks } from '../../../conformance/runner/load-checks.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { judgedByProfile, SEED } from './judged-by-profile.ts';
import { differences, type SentRequest, sentRequest } from './sent-request.ts';

/** Refused at the door for what they say; a 412 is the owner's, of one stale validator. */
const REFUSED = [400, 412, 413];

/** Cases with more than one difference to any request that is taken, and why none of them is a blind spot. */
const EXCEPTIONS: readonly (readonly [check: string, route: RegExp, why: string])[] = [
  ['alg/twelve-routes-answer', /^(POST|PUT) \/algos/, 'asks whether the route answers, 400 as well'],
  ['alg/writes-need-algos-manage', /^POST \/algos\/instances$/, 'asks who is refused first, not for what'],
  ['cred/no-material-is-served', /^POST \/credentials/, 'asks what an answer repeats, refused as it may be'],
  ['cred/created-with-its-venues-legs', /^POST \/credentials$/, 'the legs of the other family differ in more than one'],
  ['cred/other-legs-are-refused', /^POST \/credentials/, 'no material at all lacks more than one leg'],
  ['err/oversize-body', /^POST \/orders$/, 'a body of that size states nothing but itself'],
  ['err/unreadable-charset', /^POST \/orders$/, 'the bytes of another charset are no JSON of this one'],
  ['mon/money-of-another-type-is-refused', /^POST \/orders$/, 'an object has members of its own'],
  ['tkt/body-is-closed', /^POST \/v1\/ws-tickets$/, 'a list has no members'],
];

/** What the sequences of commands send is generated, and older members answer by other rules. */
const isRead = ({ id }: Check): boolean => !id.startsWith('history/') && !id.startsWith('ver/');

async function requestsOfTheSuite(): Promise<readonly SentRequest[]> {
  const sent: SentRequest[] = [];
  const running = new AsyncLocalStorage<string>();
  const checks = (await loadChecks()).filter(isRead).map((check): Check => {
    return { ...check, drive: (scene, given) => running.run(check.id, () => check.drive(scene, given)) };
  });
  const through = (good: Transport): Transport => ({
    ...good,
    async send(request) {
      const check = running.getStore() ?? 'no check';
      const answer = await good.send(request);
      if ('status' in answer) sent.push(sentRequest(check, request, answer));
      return answer;
    },
  });
  await using sandbox = await startSandbox({ clock: 'virtual', seed: SEED });
  await judgedByProfile(sandbox.profile, checks, { resetBetweenChecks: false, runs: 3, through });
  return sent;
}

const isTaken = ({ status, isFactual }: SentRequest) => status < 300 || (isFactual && [403, 409, 422].includes(status));

function hasATwin(refused: SentRequest, taken: readonly SentRequest[]): boolean {
  return taken.some((one) => one.route === refused.route && differences(refused, one).length <= 1);
}

test('every write that is refused has a twin that is taken, but for one thing', { timeout: 300_000 }, async () => {
  const sent = await requestsOfTheSuite();
  const writes = sent.filter(({ route }) => !route.startsWith('GET '));
  const taken = writes.filter(isTaken);
  const refused = writes.filter(({ status, isFactual }) => REFUSED.includes(status) && !isFactual);
  const alone = refused.filter((one) => !hasATwin(one, taken));
  const isExcepted = ({ check, route }: SentRequest) =>
    EXCEPTIONS.some(([id, pattern]) => id === check && pattern.test(route));
  expect(refused.length).toBeGreaterThan(500);
  expect([...new Set(alone.filter((one) => !isExcepted(one)).map(({ check, route }) => `${check} ${route}`))]).toEqual(
    [],
  );
  const idle = EXCEPTIONS.map(([id]) => id).filter((id) => !alone.some(({ check }) => check === id));
  expect(idle, 'exceptions that nothing needs').toEqual([]);
});
