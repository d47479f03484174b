/** Defects on requests and responses: credentials, their material, and the intake. */
import { everyObject, isObject, type Json, jsonOf, type Layer, refusal, routeOf, withJson } from '../variations/layer.ts';
import {
  both,
  changeWhere,
  coded,
  droppingHeader,
  has,
  inJson,
  of,
  POSITION,
  REPLAY,
  recoded,
  retryable,
  settingHeader,
  statusOf,
  withStatus,
} from './changes.ts';
import { defects } from './defect.ts';
import { written } from './register-changes.ts';

const CREATE = /^POST \/credentials$/;
const ROW = /^GET \/credentials\/[0-9]+$/;
const ARM = /^POST \/credentials\/[0-9]+\/[a-z]+$/;
const ANY = /^[A-Z]+ \/credentials/;
const SUSPEND = /^POST \/credentials\/[0-9]+\/suspend$/;
const APPROVE = /^POST \/credentials\/[0-9]+\/approve$/;

const ofRows = (change: (row: Json) => Json, route = ANY) =>
  inJson((json) => everyObject(json, (row) => ('credentialId' in row ? change(row) : row)), of(route));

/** The material in the body of a request. */
function materialOf(body: Json | undefined): Json {
  return isObject(body?.['material']) ? body['material'] : {};
}

/** Adds the sent material to the response. */
const leaking = (change: (row: Json, material: Json) => Json, condition = statusOf(201)) =>
  changeWhere(both(condition, of(ANY)), (response, request) => {
    const row = jsonOf(response);
    return row === undefined ? response : withJson(response, change(row, materialOf(jsonOf(request))));
  });

/** Remembers the key of a material and serves it with the credential later. */
function remembering(): Layer {
  const keys = new Map<unknown, unknown>();
  return async (request, next) => {
    const response = await next(request);
    const row = jsonOf(response);
    if (CREATE.test(routeOf(request)) && row !== undefined) keys.set(row['credentialId'], materialOf(jsonOf(request))['key']);
    const key = ROW.test(routeOf(request)) ? keys.get(row?.['credentialId']) : undefined;
    return key === undefined || row === undefined ? response : withJson(response, { ...row, fingerprint: String(key) });
  };
}

/** Quotes the sent material in refusals. */
const quoting = changeWhere(both(statusOf(400), of(ANY)), (response, request) => ({
  ...response,
  body: response.body.replace('"message":"', `"message":"${request.body.toString().replaceAll(/["\\\n]/g, ' ')} `),
}));

/** Answers a successful write as an unknown route. */
const noRoute = (route: RegExp) =>
  changeWhere(both(statusOf(200), of(route)), (response, request) => ({
    ...refusal(request, 404, 'ROUTE_NOT_FOUND'),
    headers: response.headers,
  }));

export const CREDENTIALS_DEFECTS = defects([
  ['CRED-01', 'a credential is of another venue', ofRows((row) => ({ ...row, exchangeId: 17 }))],
  ['CRED-01 | CRED-09 SVC-11', 'a credential says not whether it trades', ofRows(({ canTrade: _, ...row }) => row)],
  ['CRED-01 | CRED-09', 'a credential reads no balances', ofRows((row) => ({ ...row, canReadBalances: false }), CREATE)],
  ['CRED-02 | any', 'other legs answer 422', withStatus(422, both(statusOf(400), of(ANY)))],
  ['CRED-02 | ERR-07 ERR-08 IDEM-01 IDEM-15 MATCH-03', 'other legs of a rotation answer 409', withStatus(409, both(statusOf(400), of(ARM)))],
  ['CRED-03 | CRED-01 CRED-02 ERR-07 ERR-08 IDEM-01 IDEM-15', 'another key answers 500', withStatus(500, both(statusOf(400), of(CREATE)))],
  ['CRED-04', 'no connector answers 404', withStatus(404, coded('VENUE_UNSUPPORTED'))],
  ['CRED-05 AUTH-13', 'the answer has the material', leaking((row, material) => ({ ...row, material }))],
  ['CRED-05 AUTH-13', 'the row has the key', () => remembering()],
  ['CRED-05 AUTH-13', 'a refusal quotes what was sent', quoting],
  [
    'CRED-06 | SVC-11',
    'permissions that nobody saw are null',
    ofRows((row) => (row['scopeUnobserved'] === true ? { ...row, observedPermissions: null } : row)),
  ],
  ['CRED-06 | VER-04', 'an unseen scope is told of nobody', ofRows((row) => ({ ...row, scopeUnobserved: false }))],
  ...(['SCOPE_INSUFFICIENT', 'SCOPE_MISMATCH'] as const).map(
    (code) =>
      [
        'CRED-06',
        `an unseen scope is ${code}`,
        changeWhere(both(statusOf(200), of(APPROVE)), (response, request) =>
          jsonOf(response)?.['scopeUnobserved'] === true ? { ...refusal(request, 422, code), headers: response.headers } : response,
        ),
      ] as const,
  ),
  ['CRED-07', 'a credential is not to be suspended', noRoute(SUSPEND)],
  ['CRED-07', 'a credential is not to be amended', noRoute(/^PUT \/credentials\/[0-9]+$/)],
  ['CRED-07 | CRED-08', 'an arm answers nothing', changeWhere(both(statusOf(200), of(ARM)), (response) => ({ ...response, body: '{}' }))],
  ['CRED-07', 'what is not admitted is not recorded', droppingHeader(POSITION, both(of(ARM), coded('TRANSITION_NOT_ADMITTED')))],
  ['CRED-07', 'what is not admitted is not replayed', droppingHeader(REPLAY, both(of(ARM), coded('TRANSITION_NOT_ADMITTED')))],
  ['CRED-07', 'what is not admitted answers 500', withStatus(500, both(of(ARM), coded('TRANSITION_NOT_ADMITTED')))],
  ['CRED-08 | POS-08', 'a rotation is read of nobody', ofRows((row) => ({ ...row, pendingTransition: null }), ROW)],
  ['CRED-08 | SVC-11', 'a rotation is not told', ofRows(({ pendingTransition: _, ...row }) => row, ARM)],
  ['CRED-08 | SVC-11', 'a rotation has another name', ofRows((row) => ({ ...row, pendingTransition: row['pendingTransition'] && 'ROTATION' }))],
  ['CRED-08 | POS-08', 'a rotation never ends', ofRows((row) => ({ ...row, pendingTransition: 'ROTATE' }), ROW)],
  ['CRED-08', 'a rotation waits of the first', ofRows((row) => ({ ...row, pendingTransition: 'ROTATE' }), ARM)],
  ['CRED-09', 'family B trades', written(CREATE, (body) => (body['exchangeId'] === 2 ? { ...body, canTrade: true } : body))],
  [
    'CRED-10',
    'the intake is asked before the journal',
    changeWhere(both(of(CREATE), has(REPLAY)), (_, request) => refusal(request, 503, 'INTAKE_UNAVAILABLE', true)),
  ],
  ['CRED-11 | ERR-10 TKT-06', 'the intake says not when to come back', droppingHeader('Retry-After', coded('RATE_LIMITED'))],
  ['CRED-11 | TKT-06', 'the bound of the intake answers 409', withStatus(409, coded('RATE_LIMITED'))],
  ['CRED-11', 'the bound of the intake is recorded', settingHeader(POSITION, () => '7', coded('RATE_LIMITED'))],
  ['CRED-12', 'a reused key of the intake answers 422', withStatus(422, coded('INTAKE_KEY_REUSED'))],
  ['CRED-13 | AUTH-14', 'who may not propose has another code', recoded('FORBIDDEN', both(of(CREATE), coded('CAPABILITY_DENIED')))],
  ['CRED-13 | AUTH-14 POS-05', 'who may not approve is not recorded', droppingHeader(POSITION, both(of(APPROVE), coded('CAPABILITY_DENIED')))],
  ['ERR-13', 'the intake is never to come back', retryable(false, coded('INTAKE_UNAVAILABLE'))],
  ['ERR-13', 'no intake answers 501', withStatus(501, coded('INTAKE_UNAVAILABLE'))],
  ['ERR-13', 'no intake has another code', recoded('NOT_SERVING', coded('INTAKE_UNAVAILABLE'))],
]);
