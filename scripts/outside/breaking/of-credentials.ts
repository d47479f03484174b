/** Broken on both ways: credentials, their material, and the intake. */
import type { Json, Layer } from '../proxy/telling.ts';
import { having, isObject, jsonOf, keyOf, refusal, routeOf, telling } from '../proxy/telling.ts';
import {
  answering,
  both,
  breakage,
  coded,
  codeOf,
  dropping,
  everyObject,
  has,
  inJson,
  of,
  POSITION,
  REPLAY,
  recoded,
  retryable,
  setting,
  stated,
  statusOf,
} from './breakage.ts';
import { lending, written } from './on-the-register.ts';

const CREATE = /^POST \/credentials$/;
const ROW = /^GET \/credentials\/[0-9]+$/;
const ARM = /^POST \/credentials\/[0-9]+\/[a-z]+$/;
const ANY = /^[A-Z]+ \/credentials/;
const SUSPEND = /^POST \/credentials\/[0-9]+\/suspend$/;
const APPROVE = /^POST \/credentials\/[0-9]+\/approve$/;

const ofRows = (change: (row: Json) => Json, route = ANY) =>
  inJson((json) => everyObject(json, (row) => ('credentialId' in row ? change(row) : row)), of(route));

const legs = (change: (legs: Json) => Json, route = CREATE) =>
  written(route, (body) => (isObject(body['material']) ? { ...body, material: change(body['material']) } : body));

const privateKey = (change: (key: string) => string) =>
  legs((material) =>
    typeof material['privateKey'] === 'string' ? { ...material, privateKey: change(material['privateKey']) } : material,
  );

/** The material that a request brings. */
function materialOf(body: Json | undefined): Json {
  return isObject(body?.['material']) ? body['material'] : {};
}

/** What was answered is told with what was sent. */
const leaking = (change: (row: Json, material: Json) => Json, condition = statusOf(201)) =>
  answering(both(condition, of(ANY)), (answer, one) => {
    const row = jsonOf(answer);
    return row === undefined ? answer : telling(answer, change(row, materialOf(jsonOf(one))));
  });

/** The key of a material is kept, and told of the credential later. */
function remembering(): Layer {
  const keys = new Map<unknown, unknown>();
  return async (one, next) => {
    const answer = await next(one);
    const row = jsonOf(answer);
    if (CREATE.test(routeOf(one)) && row !== undefined) keys.set(row['credentialId'], materialOf(jsonOf(one))['key']);
    const key = ROW.test(routeOf(one)) ? keys.get(row?.['credentialId']) : undefined;
    return key === undefined || row === undefined ? answer : telling(answer, { ...row, fingerprint: String(key) });
  };
}

/** What is told of a refusal holds what was sent. */
const quoting = answering(both(statusOf(400), of(ANY)), (answer, one) => ({
  ...answer,
  body: answer.body.replace('"message":"', `"message":"${one.body.toString().replaceAll(/["\\\n]/g, ' ')} `),
}));

const SOME_KEY = 'MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f';

/** What was done is told as if nobody had heard of it. */
const noRoute = (route: RegExp) =>
  answering(both(statusOf(200), of(route)), (answer, one) => ({
    ...refusal(one, 404, 'ROUTE_NOT_FOUND'),
    headers: answer.headers,
  }));

/** A write that is sent again is one more. */
function again(): Layer {
  const sent = new Map<string, number>();
  return (one, next) => {
    const key = keyOf(one);
    if (!CREATE.test(routeOf(one)) || key === undefined) return next(one);
    const times = sent.get(key) ?? 0;
    sent.set(key, times + 1);
    return next(times === 0 ? one : having(one, 'Idempotency-Key', `${key}-${times}`));
  };
}

export const OF_CREDENTIALS = [
  breakage(
    'CRED-01',
    'a credential is of another venue',
    ofRows((row) => ({ ...row, exchangeId: 17 })),
  ),
  breakage(
    'CRED-01',
    'a credential says not whether it trades',
    ofRows(({ canTrade: _, ...row }) => row),
  ),
  breakage(
    'CRED-01',
    'a credential reads no balances',
    ofRows((row) => ({ ...row, canReadBalances: false }), CREATE),
  ),
  breakage(
    'CRED-01',
    'no row is answered',
    answering(both(statusOf(201), of(CREATE)), (answer) => ({ ...answer, body: '{}' })),
  ),
  breakage(
    'CRED-01',
    'the families are exchanged',
    written(CREATE, (body) => ({ ...body, exchangeId: body['exchangeId'] === 1 ? 2 : 1 })),
  ),
  breakage(
    'CRED-02',
    'a leg that lacks is made up',
    legs((material) => ('secret' in material ? { key: 'made-up', passphrase: 'made-up', ...material } : material)),
  ),
  breakage(
    'CRED-02',
    'a leg too many is not seen',
    legs(({ key, secret, passphrase, privateKey: own, ...rest }) =>
      key !== undefined && secret !== undefined && passphrase !== undefined
        ? { key, secret, passphrase }
        : {
            ...(key !== undefined && { key }),
            ...(secret !== undefined && { secret }),
            ...(passphrase !== undefined && { passphrase }),
            ...(own !== undefined && { privateKey: own }),
            ...rest,
          },
    ),
  ),
  breakage('CRED-02', 'other legs answer 422', stated(422, both(statusOf(400), of(ANY)))),
  breakage(
    'CRED-02',
    'other legs are recorded',
    setting(POSITION, () => '7', both(statusOf(400), of(ANY))),
  ),
  breakage('CRED-02', 'other legs of a rotation answer 409', stated(409, both(statusOf(400), of(ARM)))),
  breakage(
    'CRED-03',
    'any PEM is a key',
    privateKey((key) => (key.startsWith('-----') ? SOME_KEY : key)),
  ),
  breakage(
    'CRED-03',
    'any base64 is a key',
    privateKey((key) => (/^[A-Za-z0-9+/]{40,}=*$/.test(key) ? SOME_KEY : key)),
  ),
  breakage(
    'CRED-03',
    'a key in hex is a key',
    privateKey((key) => (/^[0-9a-f]{64}$/.test(key) ? SOME_KEY : key)),
  ),
  breakage(
    'CRED-03',
    'the body of a PEM is none',
    privateKey((key) => (key.startsWith('MC4') ? 'none' : key)),
  ),
  breakage(
    'CRED-03',
    'a PEM is none',
    privateKey((key) => (key.startsWith('-----') ? 'none' : key)),
  ),
  breakage('CRED-03', 'another key answers 500', stated(500, both(statusOf(400), of(CREATE)))),
  breakage('CRED-04', 'no connector answers 404', stated(404, coded('VENUE_UNSUPPORTED'))),
  breakage('CRED-04', 'no connector has another code', recoded('NO_SUCH_VENUE', coded('VENUE_UNSUPPORTED'))),
  breakage(
    'CRED-04',
    'any venue is the first',
    written(CREATE, (body) => (body['exchangeId'] === 99 ? { ...body, exchangeId: 1 } : body)),
  ),
  breakage(
    'CRED-05 AUTH-13',
    'the answer has the material',
    leaking((row, material) => ({ ...row, material })),
  ),
  breakage('CRED-05 AUTH-13', 'the row has the key', () => remembering()),
  breakage('CRED-05 AUTH-13', 'a refusal quotes what was sent', quoting),
  breakage(
    'CRED-05 AUTH-13',
    'the answer has the secret in base64',
    leaking((row, material) => ({
      ...row,
      digest: Buffer.from(String(Object.values(material)[1])).toString('base64'),
    })),
  ),
  breakage(
    'CRED-05 AUTH-13',
    'a header has the key',
    setting(
      'X-Credential-Key',
      (_, one) => encodeURIComponent(String(materialOf(jsonOf(one))['key'])),
      both(statusOf(201), of(CREATE)),
    ),
  ),
  breakage(
    'CRED-06',
    'permissions are stated that nobody saw',
    ofRows((row) => (row['scopeUnobserved'] === true ? { ...row, observedPermissions: ['READ'] } : row)),
  ),
  breakage(
    'CRED-06',
    'permissions that nobody saw are null',
    ofRows((row) => (row['scopeUnobserved'] === true ? { ...row, observedPermissions: null } : row)),
  ),
  breakage(
    'CRED-06',
    'an unseen scope is told of nobody',
    ofRows((row) => ({ ...row, scopeUnobserved: false })),
  ),
  ...(['SCOPE_INSUFFICIENT', 'SCOPE_MISMATCH'] as const).map((code) =>
    breakage(
      'CRED-06',
      `an unseen scope is ${code}`,
      answering(both(statusOf(200), of(APPROVE)), (answer, one) =>
        jsonOf(answer)?.['scopeUnobserved'] === true ? { ...refusal(one, 422, code), headers: answer.headers } : answer,
      ),
    ),
  ),
  breakage('CRED-07', 'a credential is not to be suspended', noRoute(SUSPEND)),
  breakage('CRED-07', 'a credential is not to be amended', noRoute(/^PUT \/credentials\/[0-9]+$/)),
  breakage(
    'CRED-07',
    'an arm answers nothing',
    answering(both(statusOf(200), of(ARM)), (answer) => ({ ...answer, body: '{}' })),
  ),
  breakage(
    'CRED-07',
    'an arm answers another row',
    ofRows((row) => ({ ...row, credentialId: 17 }), ARM),
  ),
  breakage(
    'CRED-07',
    'what is not admitted is not recorded',
    dropping(POSITION, both(of(ARM), coded('TRANSITION_NOT_ADMITTED'))),
  ),
  breakage(
    'CRED-07',
    'what is not admitted is not replayed',
    dropping(REPLAY, both(of(ARM), coded('TRANSITION_NOT_ADMITTED'))),
  ),
  breakage('CRED-07', 'what is not admitted answers 500', stated(500, both(of(ARM), coded('TRANSITION_NOT_ADMITTED')))),
  breakage(
    'CRED-08',
    'a rotation is read of nobody',
    ofRows((row) => ({ ...row, pendingTransition: null }), ROW),
  ),
  breakage(
    'CRED-08',
    'a rotation is not told',
    ofRows(({ pendingTransition: _, ...row }) => row, ARM),
  ),
  breakage(
    'CRED-08',
    'a rotation has another name',
    ofRows((row) => ({ ...row, pendingTransition: row['pendingTransition'] && 'ROTATION' })),
  ),
  breakage(
    'CRED-08',
    'a rotation never ends',
    ofRows((row) => ({ ...row, pendingTransition: 'ROTATE' }), ROW),
  ),
  breakage(
    'CRED-08',
    'a rotation waits of the first',
    ofRows((row) => ({ ...row, pendingTransition: 'ROTATE' }), ARM),
  ),
  breakage(
    'CRED-09',
    'family B trades',
    written(CREATE, (body) => (body['exchangeId'] === 2 ? { ...body, canTrade: true } : body)),
  ),
  breakage(
    'CRED-09',
    'family B without trading is malformed',
    (): Layer => async (one, next) => {
      const body = CREATE.test(routeOf(one)) ? jsonOf(one) : undefined;
      return body?.['exchangeId'] === 2 && body['canTrade'] === false
        ? refusal(one, 400, 'MALFORMED_REQUEST')
        : next(one);
    },
  ),
  breakage(
    'CRED-10',
    'the intake is asked before the journal',
    answering(both(of(CREATE), has(REPLAY)), (_, one) => refusal(one, 503, 'INTAKE_UNAVAILABLE', true)),
  ),
  breakage('CRED-10', 'what is sent again is stored again', again),
  breakage('CRED-11', 'the intake says not when to come back', dropping('Retry-After', coded('RATE_LIMITED'))),
  breakage('CRED-11', 'the bound of the intake answers 409', stated(409, coded('RATE_LIMITED'))),
  breakage(
    'CRED-11',
    'the bound of the intake is recorded',
    setting(POSITION, () => '7', coded('RATE_LIMITED')),
  ),
  breakage('CRED-12', 'a reused key of the intake answers 422', stated(422, coded('INTAKE_KEY_REUSED'))),
  breakage('CRED-12', 'a reused key of the intake has another code', recoded('KEY_TAKEN', coded('INTAKE_KEY_REUSED'))),
  breakage(
    'CRED-12',
    'other material is taken under a key that is held',
    (): Layer => async (one, next) => {
      const answer = await next(one);
      return codeOf(answer) === 'INTAKE_KEY_REUSED' ? next(having(one, 'Idempotency-Key', `${keyOf(one)}-x`)) : answer;
    },
  ),
  breakage('CRED-13', 'anyone proposes', lending('admin', CREATE, 'CAPABILITY_DENIED')),
  breakage('CRED-13', 'anyone approves', lending('approver', APPROVE, 'CAPABILITY_DENIED')),
  breakage(
    'CRED-13',
    'who may not propose has another code',
    recoded('FORBIDDEN', both(of(CREATE), coded('CAPABILITY_DENIED'))),
  ),
  breakage(
    'CRED-13',
    'who may not approve is not recorded',
    dropping(POSITION, both(of(APPROVE), coded('CAPABILITY_DENIED'))),
  ),
  breakage('ERR-13', 'the intake is always to come back', retryable(true, coded('INTAKE_UNAVAILABLE'))),
  breakage('ERR-13', 'the intake is never to come back', retryable(false, coded('INTAKE_UNAVAILABLE'))),
  breakage('ERR-13', 'no intake answers 501', stated(501, coded('INTAKE_UNAVAILABLE'))),
  breakage('ERR-13', 'no intake has another code', recoded('NOT_SERVING', coded('INTAKE_UNAVAILABLE'))),
  breakage(
    'ERR-13',
    'no intake is recorded',
    setting(POSITION, () => '7', coded('INTAKE_UNAVAILABLE')),
  ),
] as const;
