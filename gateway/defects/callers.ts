/** Defects on requests: authentication and admission. */
import { claimsOf, headerOf, jsonOf, type Layer, routeOf, withJson } from '../variations/layer.ts';
import { both, changeWhere, coded, codeOf, droppingHeader, of, POSITION, REPLAY, settingHeader, statusOf, type When, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { lending, refused } from './register-changes.ts';
import { isWrite } from './request-changes.ts';

const asksNonsense: When = (_, request) => request.path.includes('nonsense');

export const CALLERS_DEFECTS = defects([
  ['AUTH-03 | AUTH-04', 'who awaits admission answers 401', withStatus(401, coded('AWAITING_ADMISSION'))],
  [
    'AUTH-03 | AUTH-04',
    'who awaits admission reads an empty page',
    changeWhere(both(of(/^GET \/orders$/), coded('AWAITING_ADMISSION')), (response) =>
      withJson({ ...response, status: 200 }, { items: [], globalSequence: '1', asOfSeqTsNs: null, nextCursor: null, prevCursor: null, total: null }),
    ),
  ],
  [
    'AUTH-04',
    '/me is refused while awaiting',
    changeWhere(
      (response, request) => response.status === 200 && routeOf(request) === 'GET /me' && response.body.includes('"capabilities":[]'),
      (response) =>
        withJson(
          { ...response, status: 403 },
          {
            error: {
              code: 'AWAITING_ADMISSION',
              message: 'wait',
              requestId: headerOf(response, 'x-request-id'),
              retryable: false,
            },
          },
        ),
    ),
  ],
  ['AUTH-05', 'a nameless token answers 400', withStatus(400, (response, request) => response.status === 403 && claimsOf(request)['org_id'] === undefined)],
  [
    'AUTH-06 | AUTH-05',
    'a disabled user answers 401',
    withStatus(401, (response, request) => response.status === 403 && codeOf(response) === 'FORBIDDEN_PRINCIPAL' && claimsOf(request)['org_id'] !== undefined),
  ],
  ['AUTH-07 | AUTH-09 ERR-11', 'a suspended organisation answers 503', withStatus(503, coded('ORG_NOT_ACTIVE'))],
  ['AUTH-08', 'a member that catches up answers 500', withStatus(500, coded('NOT_PRIMED'))],
  ['POS-09', 'a member that catches up names a time', settingHeader('X-Service-As-Of-Seq-Ts', () => '7', coded('NOT_PRIMED'))],
  [
    'AUTH-09',
    'what is malformed is told to anyone',
    (): Layer => async (request, next) => {
      const response = await next(request);
      const malformed = isWrite(request) && request.body.length > 0 && jsonOf(request) === undefined;
      return response.status === 401 && malformed
        ? withJson(
            { ...response, status: 400 },
            {
              error: {
                code: 'MALFORMED_REQUEST',
                message: 'no JSON',
                requestId: headerOf(response, 'x-request-id'),
                retryable: false,
              },
            },
          )
        : response;
    },
  ],
  [
    'AUTH-09',
    'an unknown parameter is told to anyone',
    withStatus(400, (response, request) => (response.status === 401 || response.status === 403) && request.method === 'GET' && request.path.includes('?')),
  ],
  ['AUTH-14 | ALG-03', 'a want of capability is not replayed', droppingHeader(REPLAY, coded('CAPABILITY_DENIED'))],
  ['AUTH-14 | ALG-03 AUTH-10 CRED-13 ORD-17 REG-03 REG-05', 'a want of capability names no position', droppingHeader(POSITION, coded('CAPABILITY_DENIED'))],
  ['AUTH-07', 'a user of a suspended organisation reads an execution', lending('trader', /^GET \/executions\/[^/]+$/, 'ORG_NOT_ACTIVE')],
  ['AUTH-09', 'an unknown parameter is reported to a caller without a token', refused(400, 'MALFORMED_REQUEST', both(statusOf(401), asksNonsense))],
  [
    'AUTH-13',
    'the message of a 401 quotes the token',
    changeWhere(
      (response, request) => response.status === 401 && headerOf(request, 'authorization') !== undefined,
      (response, request) => ({
        ...response,
        body: response.body.replace('"message":"', `"message":"${headerOf(request, 'authorization')} `),
      }),
    ),
  ],
]);
