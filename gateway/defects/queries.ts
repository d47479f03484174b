import { changeRequest, recoded } from './changes.ts';
import { defects } from './defect.ts';
import { query } from './request-changes.ts';

export const QUERIES_DEFECTS = defects([
  [
    'QRY-01',
    'unknown parameters are not seen',
    query((parameters) => {
      for (const name of [...parameters.keys()]) if (!['limit', 'cursor', 'include', 'view', 'status'].includes(name)) parameters.delete(name);
    }),
  ],
  [
    'QRY-01',
    'names in another case are known',
    changeRequest((request) => (request.method === 'GET' ? { ...request, path: request.path.replace('Limit=', 'limit=') } : request)),
  ],
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
  [
    'QRY-02',
    'a row takes include',
    changeRequest((request) =>
      /^\/(orders|executions)\/[^?]+\?include=total$/.test(request.path) ? { ...request, path: request.path.split('?')[0] ?? '' } : request,
    ),
  ],
  [
    'QRY-02',
    'a row takes no view',
    changeRequest((request) => (/^\/(orders|executions)\/[^?]+\?view=latest$/.test(request.path) ? { ...request, path: `${request.path}&x=1` } : request)),
  ],
  ['QRY-03', '/me takes any parameter', changeRequest((request) => (request.path.startsWith('/me?') ? { ...request, path: '/me' } : request))],
  [
    'QRY-03',
    'an operation takes any parameter',
    changeRequest((request) => (request.path.startsWith('/operations/') ? { ...request, path: request.path.split('?')[0] ?? '' } : request)),
  ],
  [
    'QRY-05',
    'view=approved is latest',
    query((parameters) => {
      if (parameters.get('view') === 'approved') parameters.set('view', 'latest');
    }),
  ],
  [
    'QRY-05',
    'view=approved of a row is latest',
    changeRequest((request) =>
      /^\/(orders|executions)\/.*view=approved/.test(request.path) ? { ...request, path: request.path.replace('approved', 'latest') } : request,
    ),
  ],
  [
    'PAGE-04',
    'a limit of 0 is none',
    query((parameters) => {
      if (parameters.get('limit') === '0') parameters.delete('limit');
    }),
  ],
  [
    'PAGE-04',
    'a negative limit is none',
    query((parameters) => {
      if (parameters.get('limit')?.startsWith('-')) parameters.delete('limit');
    }),
  ],
  [
    'PAGE-04',
    'a limit that is no integer is none',
    query((parameters) => {
      if (!/^-?[0-9]+$/.test(parameters.get('limit') ?? '1')) parameters.delete('limit');
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
    'PAGE-03',
    'a limit over 100 is no limit',
    query((parameters) => {
      if (Number(parameters.get('limit') ?? 1) > 100) parameters.delete('limit');
    }),
  ],
  [
    'PAGE-03',
    'pages of 50 at most',
    query((parameters) => {
      if (Number(parameters.get('limit') ?? 1) > 50) parameters.set('limit', '50');
    }),
  ],
  [
    'PAGE-03',
    'a limit of n gives n + 1',
    query((parameters) => {
      const limit = Number(parameters.get('limit') ?? 0);
      if (limit > 0 && limit < 100) parameters.set('limit', String(limit + 1));
    }),
  ],
  ['QRY-03', '/me takes a view', changeRequest((request) => (request.path === '/me?view=latest' ? { ...request, path: '/me' } : request))],
  [
    'QRY-03',
    'an operation takes a limit',
    changeRequest((request) => (/^\/operations\/[^?]+\?limit=[0-9]+$/.test(request.path) ? { ...request, path: request.path.split('?')[0] ?? '' } : request)),
  ],
  [
    'PAGE-04',
    'a limit of 0 is 1',
    query((parameters) => {
      if (parameters.get('limit') === '0') parameters.set('limit', '1');
    }),
  ],
  [
    'PAGE-04',
    'a limit of a fraction is its whole part',
    query((parameters) => {
      const limit = parameters.get('limit') ?? '';
      if (/^[0-9]+\./.test(limit)) parameters.set('limit', `${Number.parseInt(limit, 10)}`);
    }),
  ],
  [
    'PAGE-06',
    'any include is ignored',
    query((parameters) => {
      if (parameters.has('include') && parameters.get('include') !== 'total') parameters.delete('include');
    }),
  ],
]);
