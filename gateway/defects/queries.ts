import { changeRequest, recoded } from './changes.ts';
import { defects } from './defect.ts';
import { query } from './request-changes.ts';

export const QUERIES_DEFECTS = defects([
  [
    'QRY-01 | QRY-02 QRY-03',
    'an unknown parameter has another code',
    recoded('UNKNOWN_PARAMETER', (response, request) => response.status === 400 && request.path.includes('nonsense')),
  ],
  [
    'QRY-02',
    'a row takes any parameter',
    changeRequest((request) =>
      /^\/(orders|executions)\/[^?]+\?/.test(request.path) && request.method === 'GET' ? { ...request, path: request.path.split('?')[0] ?? '' } : request,
    ),
  ],
  ['QRY-03', '/me takes any parameter', changeRequest((request) => (request.path.startsWith('/me?') ? { ...request, path: '/me' } : request))],
  [
    'QRY-05',
    'view=approved is latest',
    query((parameters) => {
      if (parameters.get('view') === 'approved') parameters.set('view', 'latest');
    }),
  ],
  [
    'PAGE-04 | ERR-18 PAGE-06 PAGE-09 PAGE-10 QRY-01 QRY-02 QRY-03',
    'a limit of 0 has another code',
    recoded('BAD_LIMIT', (response, request) => response.status === 400 && request.path.includes('limit=')),
  ],
  [
    'PAGE-03',
    'a limit over 100 is refused',
    query((parameters) => {
      if (Number(parameters.get('limit') ?? 1) > 100) parameters.set('limit', '0');
    }),
  ],
  [
    'QRY-03',
    'an operation takes a limit',
    changeRequest((request) => (/^\/operations\/[^?]+\?limit=[0-9]+$/.test(request.path) ? { ...request, path: request.path.split('?')[0] ?? '' } : request)),
  ],
]);
