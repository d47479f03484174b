/** Broken on the way out: X-Request-Id. */
import { headerOf } from '../proxy/telling.ts';
import { always, breakage, CANCEL, dropping, has, of, setting, stated, statusOf } from './breakage.ts';

export const OF_REQUEST_IDS = [
  breakage('RID-01', 'no X-Request-Id', dropping('X-Request-Id', always)),
  breakage(
    'RID-01',
    'X-Request-Id only where one was sent',
    dropping('X-Request-Id', (_, asked) => headerOf(asked, 'x-request-id') === undefined),
  ),
  breakage('RID-01', 'no X-Request-Id on a 404', dropping('X-Request-Id', statusOf(404))),
  breakage('RID-01', 'no X-Request-Id on a 202', dropping('X-Request-Id', statusOf(202))),
  breakage('RID-01', 'no X-Request-Id on a 201', dropping('X-Request-Id', statusOf(201))),
  breakage('RID-01', 'no X-Request-Id on a 403', dropping('X-Request-Id', statusOf(403))),
  breakage('RID-01', 'no X-Request-Id on a 409', dropping('X-Request-Id', statusOf(409))),
  breakage('RID-01', 'no X-Request-Id on a 422', dropping('X-Request-Id', statusOf(422))),
  breakage('RID-01', 'no X-Request-Id on a 429', dropping('X-Request-Id', statusOf(429))),
  breakage('RID-01', 'no X-Request-Id on a 500', dropping('X-Request-Id', statusOf(500))),
  breakage('RID-01', 'no X-Request-Id on a 503', dropping('X-Request-Id', statusOf(503))),
  breakage('RID-01', 'no X-Request-Id on a replay', dropping('X-Request-Id', has('idempotent-replay'))),
  breakage('RID-01', 'no X-Request-Id on a cancel', dropping('X-Request-Id', CANCEL)),
  breakage('RID-01', 'no X-Request-Id on the document', dropping('X-Request-Id', of(/^GET \/openapi/))),
  breakage('RID-01', 'no X-Request-Id on /docs', dropping('X-Request-Id', of(/^GET \/docs/))),
  breakage('RID-01', 'no X-Request-Id on an operation', dropping('X-Request-Id', of(/^GET \/operations/))),
  breakage(
    'RID-02',
    'a sent id is replaced',
    setting('X-Request-Id', () => 'made-here-000001', always),
  ),
  breakage(
    'RID-02',
    'a sent id in lower case',
    setting('X-Request-Id', (told) => (headerOf(told, 'x-request-id') ?? '').toLowerCase(), always),
  ),
  breakage(
    'RID-02',
    'a long sent id is cut',
    setting('X-Request-Id', (told) => (headerOf(told, 'x-request-id') ?? '').slice(0, 64), always),
  ),
  breakage(
    'RID-02',
    'a sent id with a dot is replaced',
    setting(
      'X-Request-Id',
      () => 'made-here-000001',
      (told) => (headerOf(told, 'x-request-id') ?? '').includes('.'),
    ),
  ),
  breakage(
    'RID-03',
    'any sent id is echoed',
    setting(
      'X-Request-Id',
      (told, asked) => headerOf(asked, 'x-request-id') ?? headerOf(told, 'x-request-id') ?? '',
      always,
    ),
  ),
  breakage(
    'RID-03',
    'a short sent id is echoed',
    setting(
      'X-Request-Id',
      (_, asked) => headerOf(asked, 'x-request-id') ?? '',
      (_, asked) => (headerOf(asked, 'x-request-id') ?? '12345678').length < 8,
    ),
  ),
  breakage(
    'RID-03',
    'another sent id is refused',
    stated(400, (_, asked) => !/^[\w.-]{8,128}$/.test(headerOf(asked, 'x-request-id') ?? 'none-sent')),
  ),
];
