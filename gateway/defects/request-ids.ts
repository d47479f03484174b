/** Defects on responses: X-Request-Id. */
import { type HttpResponse, headerOf, withHeader } from '../variations/layer.ts';
import { always, CANCEL, changeWhere, droppingHeader, has, of, settingHeader, statusOf } from './changes.ts';
import { defects } from './defect.ts';
import { refused } from './register-changes.ts';

export const REQUEST_IDS_DEFECTS = defects([
  ['RID-01 | ERR-02 ERR-17 IDEM-19 RID-02 RID-03', 'no X-Request-Id', droppingHeader('X-Request-Id', always)],
  ['RID-01 | ERR-02', 'X-Request-Id only where one was sent', droppingHeader('X-Request-Id', (_, request) => headerOf(request, 'x-request-id') === undefined)],
  ['RID-01 | ERR-02 RID-02', 'no X-Request-Id on a 404', droppingHeader('X-Request-Id', statusOf(404))],
  ['RID-01', 'no X-Request-Id on a 202', droppingHeader('X-Request-Id', statusOf(202))],
  ['RID-01 | IDEM-19', 'no X-Request-Id on a 201', droppingHeader('X-Request-Id', statusOf(201))],
  ['RID-01', 'no X-Request-Id on a 403', droppingHeader('X-Request-Id', statusOf(403))],
  ['RID-01 | ERR-02', 'no X-Request-Id on a 409', droppingHeader('X-Request-Id', statusOf(409))],
  ['RID-01 | ERR-02 IDEM-19', 'no X-Request-Id on a 422', droppingHeader('X-Request-Id', statusOf(422))],
  ['RID-01', 'no X-Request-Id on a 429', droppingHeader('X-Request-Id', statusOf(429))],
  ['RID-01 | ERR-17', 'no X-Request-Id on a 500', droppingHeader('X-Request-Id', statusOf(500))],
  ['RID-01', 'no X-Request-Id on a 503', droppingHeader('X-Request-Id', statusOf(503))],
  ['RID-01 | ERR-02 IDEM-19', 'no X-Request-Id on a replay', droppingHeader('X-Request-Id', has('idempotent-replay'))],
  ['RID-01 | ERR-02', 'no X-Request-Id on a cancel', droppingHeader('X-Request-Id', CANCEL)],
  ['RID-01', 'no X-Request-Id on the document', droppingHeader('X-Request-Id', of(/^GET \/openapi/))],
  ['RID-01', 'no X-Request-Id on /docs', droppingHeader('X-Request-Id', of(/^GET \/docs/))],
  ['RID-01 | ERR-02', 'no X-Request-Id on an operation', droppingHeader('X-Request-Id', of(/^GET \/operations/))],
  ['RID-02 | ERR-02 IDEM-19 RID-01 RID-03 VER-04 VER-08', 'a sent id is replaced', settingHeader('X-Request-Id', () => 'made-here-000001', always)],
  [
    'RID-03',
    'a short sent id is echoed',
    settingHeader(
      'X-Request-Id',
      (_, request) => headerOf(request, 'x-request-id') ?? '',
      (_, request) => (headerOf(request, 'x-request-id') ?? '12345678').length < 8,
    ),
  ],
  ['RID-03', 'a sent id with white space is refused', refused(400, 'MALFORMED_REQUEST', (_, request) => /\s/.test(headerOf(request, 'x-request-id') ?? ''))],
  ...(
    [
      ['RID-01 | RID-03', 'every X-Request-Id that the member makes is the same', () => true],
      ['RID-01', 'every X-Request-Id of a refusal that the member makes is the same', (_, { status }) => status >= 400],
      ['RID-03', 'what replaces an X-Request-Id is always the same', (sent) => sent !== undefined],
    ] as const satisfies readonly (readonly [string, string, (sent: string | undefined, response: HttpResponse) => boolean])[]
  ).map(
    ([breaks, story, isMeant]) =>
      [
        breaks,
        story,
        changeWhere(
          (response, request) => {
            const sent = headerOf(request, 'x-request-id');
            return isMeant(sent, response) && !/^[\w.-]{8,128}$/.test(sent ?? '');
          },
          (response) => {
            const made = headerOf(response, 'x-request-id') ?? 'none';
            return {
              ...withHeader(response, 'X-Request-Id', 'request-000000'),
              body: response.body.replaceAll(made, 'request-000000'),
            };
          },
        ),
      ] as const,
  ),
]);
