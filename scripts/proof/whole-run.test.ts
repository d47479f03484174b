/**
 * Runs the whole suite once against the valid member. Every check passes. Every response is as the member's own document
 * publishes it, including headers. Each negative case is a valid request with one error: if a request had a second reason to be
 * refused, a member without the rule would not be found. So each refused write of the suite has a twin that the sandbox accepts,
 * or passes to the owner, and that differs in one value. Generated sequences run 25 times; `npm run soak older-versions` judges
 * the valid member with all of their runs.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeAll, expect, test } from 'vitest';
import type { Transport } from '../../conformance/member/sending/transport.ts';
import type { Check } from '../../conformance/runner/check.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import type { CheckRow, RunRecord } from '../../conformance/runner/record/run-record.ts';
import { passesWithoutCase } from '../../conformance/runner/record/verdict.ts';
import { SOCKET_PATHS } from '../../gateway/contract/sockets.ts';
import { defect } from '../../gateway/defects/defect.ts';
import { headerOf, type Layer } from '../../gateway/variations/layer.ts';
import { canonicalJson } from '../../reports/canonical-json.ts';
import { judgedAgainst } from './judged-against.ts';
import { DocumentFit, faultsOf, type ObservedResponse, unexercised } from './properties/fits-document.ts';
import { openTwoOrganisations } from './properties/two-organisations.ts';
import { DrivenChecks, passedOver, SHAMS } from './suite/judged-shams.ts';
import { differences, type SentRequest, sentRequest } from './suite/sent-request.ts';

/** Statuses of refusals by validation. A 412 is the owner's refusal of a stale validator. */
const REFUSED = [400, 412, 413];

/** Cases with more than one difference to any accepted request, and why none of them is a blind spot. */
const EXCEPTIONS: readonly (readonly [check: string, route: RegExp, why: string])[] = [
  ['alg/twelve-routes-answer', /^(POST|PUT) \/algos/, 'asks whether the route answers, 400 as well'],
  ['alg/writes-need-algos-manage', /^POST \/algos\/instances$/, 'asks who is refused first, not for what'],
  ['cred/no-material-is-served', /^POST \/credentials/, 'asks what an answer repeats, refused as it may be'],
  ['cred/created-with-its-venues-legs', /^POST \/credentials$/, 'the legs of the other family differ in more than one'],
  ['cred/other-legs-are-refused', /^POST \/credentials/, 'no material at all lacks more than one leg'],
  ['err/oversize-body', /^POST \/orders$/, 'a body of that size states nothing but itself'],
  ['err/unreadable-charset', /^POST \/orders$/, 'the bytes of another charset are no JSON of this one'],
  ['mon/money-of-another-type-is-refused', /^POST \/orders$/, 'an object has several members'],
  ['tkt/body-is-closed', /^POST \/v1\/ws-tickets$/, 'a list has no members'],
];

const HANDSHAKES: readonly string[] = Object.values(SOCKET_PATHS);

const checks = await loadChecks();
/** Members of older contracts serve older documents (gateway/documents/older-document.ts). */
const deploying = checks
  .filter(({ id, deploys }) => deploys !== undefined || id.startsWith('ver/'))
  .map(({ id }) => id);
const running = new AsyncLocalStorage<string>();

let record: RunRecord;
const driven = new DrivenChecks();
let rows: readonly CheckRow[] = [];
const observed: ObservedResponse[] = [];
const sent: SentRequest[] = [];

/** Records every response of the newest member, unchanged. */
const hearing: Layer = async (request, next) => {
  const response = await next(request);
  const [path = ''] = request.path.split('?', 1);
  const [, check = ''] = /check ([\w/-]+)/.exec(headerOf(request, 'user-agent') ?? '') ?? [];
  // Handshakes are in another document (gateway/documents/asyncapi/).
  if (HANDSHAKES.includes(path) || deploying.includes(check)) return response;
  const { status, body } = response;
  observed.push({ method: request.method, path, status, headers: Object.fromEntries(response.headers), body });
  return response;
};

const recording = (good: Transport): Transport => ({
  ...good,
  async send(request) {
    const check = running.getStore() ?? 'no check';
    const answer = await good.send(request);
    if ('status' in answer) sent.push(sentRequest(check, request, answer));
    return answer;
  },
});

beforeAll(async () => {
  const named = checks.map((check): Check => {
    return { ...check, drive: (scene, given) => running.run(check.id, () => check.drive(scene, given)) };
  });
  // Serve it like a known-bad member, so that the profile is equally strict.
  const defects = [defect('SVC-11', 'hearing', () => hearing)];
  record = await judgedAgainst(named, { defects, through: recording, recorder: driven.recorder, mostRuns: 25 });
  rows = record.checks;
}, 600_000);

test('the valid member passes every check', () => {
  // Two need an older contract than the newest; two need a 202 that nothing causes here.
  const isUnprovoked = ({ id, verdict }: CheckRow) =>
    verdict === 'not-exercised' && /^idem\/accepted-writes-(reach-their-outcome|are-carried-out)$/.test(id);
  const others = rows.filter((row) => row.verdict !== 'pass' && row.verdict !== 'not-applicable' && !isUnprovoked(row));
  expect(others.map(({ id, verdict, reason }) => ({ id, verdict, reason }))).toEqual([]);
});

test('no requirement passes without a case', () => {
  expect(passesWithoutCase(record)).toEqual([]);
  const passed = record.requirements.filter(({ verdict, exercised }) => verdict === 'pass' && exercised > 0);
  expect(passed.length).toBe(265);
});

/** Claims about refusals: any refusal is a case of them. */
const OF_REFUSALS = /^\S+ (RID-0[123]|ERR-0[123]|ERR-1[01]|POS-04|AUTH-13|VER-05)$/;

/** Other claims that such a history proves, with the reason: `check requirement`. */
const SHOWN: Readonly<Partial<Record<keyof typeof SHAMS, readonly (readonly [claims: RegExp, why: string])[]>>> = {
  'no frame came': [[/ (WSS-01|WSS-02|MKT-01|TKT-[0-9]+)$/, 'the handshake alone, or the minting, shows it']],
  'all was refused 400': [
    [/^surface\/every-(read|write)-is-refused-at-the-door /, 'bodies and queries of the sandbox are known to be good'],
    [/^idem\/key-is-required-on-every-write /, 'bodies of the sandbox are known to be good'],
    [/^ver\/older-orders-take-no-alias /, 'the body of the sandbox is known to be good'],
  ],
  'all was refused 401': [[/ AUTH-09$/, 'the callers are those without a token']],
  'all was refused 403': [[/ (AUTH-03|AUTH-09)$/, 'the callers await admission']],
  'all was refused 404': [
    [/ (TKT-13|VER-10)$/, 'the route is not there'],
    [/ (AUTH-16|ERR-09)$/, 'the rows that are named were listed by their organisation before'],
  ],
  'all was refused 404, as unknown paths': [[/ (TKT-13|VER-10|ERR-04)$/, 'the route is not there']],
  'all was refused 503': [[/ POS-09$/, 'each answer says that the member catches up']],
};

/** Requirements that a page without rows cannot prove. Cursors that were sent came from pages with rows. */
const OF_ROWS = / (PAGE-02|PAGE-03|PAGE-12|PAGE-13|PAGE-14|PAGE-15|BAL-01|BAL-02|EXE-0[1-4]|ALG-20)$/;

test.each(Object.entries(SHAMS))('if %s, only claims that this proves pass', (name, sham) => {
  const passed = passedOver(sham, checks, driven);
  if (name === 'every page was empty') {
    expect(passed.filter((claim) => OF_ROWS.test(claim))).toEqual([]);
    return;
  }
  const shown = SHOWN[name as keyof typeof SHAMS] ?? [];
  const isOfSockets = name === 'no frame came';
  const others = passed.filter((claim) => !isOfSockets || / (WSS|MKT|TKT)-/.test(claim));
  const isShown = (claim: string) => (!isOfSockets && OF_REFUSALS.test(claim)) || shown.some(([of]) => of.test(claim));
  expect(others.filter((claim) => !isShown(claim))).toEqual([]);
  expect(shown.filter(([of]) => !passed.some((claim) => of.test(claim))).map(([, why]) => why)).toEqual([]);
});

test('the record of a passing run is under 1 MB', () => {
  expect(Buffer.byteLength(canonicalJson(record))).toBeLessThan(1_000_000);
});

test('every response is as published', async () => {
  await using world = await openTwoOrganisations();
  const fit = new DocumentFit(world.document);
  expect(faultsOf(fit, observed)).toEqual([]);
  // No check requests an operation that the interface does not define.
  expect(unexercised(fit, world.document.operations, observed)).toEqual(['getSocketContract']);
});

const isTaken = ({ status, isFactual }: SentRequest) => status < 300 || (isFactual && [403, 409, 422].includes(status));

function hasATwin(refused: SentRequest, taken: readonly SentRequest[]): boolean {
  return taken.some((one) => one.route === refused.route && differences(refused, one).length <= 1);
}

/** Requests that can be compared: sequences send generated commands, and older members follow other rules. */
const isRead = ({ check }: SentRequest): boolean => !/^(history|ver)\//.test(check);

test('every refused write has an accepted twin that differs in one value', () => {
  const writes = sent.filter((one) => isRead(one) && !one.route.startsWith('GET '));
  const taken = writes.filter(isTaken);
  const refused = writes.filter(({ status, isFactual }) => REFUSED.includes(status) && !isFactual);
  const alone = refused.filter((one) => !hasATwin(one, taken));
  const isExcepted = ({ check, route }: SentRequest) =>
    EXCEPTIONS.some(([id, pattern]) => id === check && pattern.test(route));
  expect(refused.length).toBeGreaterThan(0);
  expect([...new Set(alone.filter((one) => !isExcepted(one)).map(({ check, route }) => `${check} ${route}`))]).toEqual(
    [],
  );
  const idle = EXCEPTIONS.map(([id]) => id).filter((id) => !alone.some(({ check }) => check === id));
  expect(idle, 'exceptions that nothing needs').toEqual([]);
});
