import { asked, breakage, recoded } from './breakage.ts';
import { query } from './on-the-way-in.ts';

export const OF_QUERIES = [
  breakage(
    'QRY-01',
    'unknown parameters are not seen',
    query((parameters) => {
      for (const name of [...parameters.keys()])
        if (!['limit', 'cursor', 'include', 'view', 'status'].includes(name)) parameters.delete(name);
    }),
  ),
  breakage(
    'QRY-01',
    'names in another case are known',
    asked((one) => (one.method === 'GET' ? { ...one, path: one.path.replace('Limit=', 'limit=') } : one)),
  ),
  breakage(
    'QRY-01',
    'an unknown parameter has another code',
    recoded('UNKNOWN_PARAMETER', (told, one) => told.status === 400 && one.path.includes('nonsense')),
  ),
  breakage(
    'QRY-02',
    'a row takes any parameter',
    asked((one) =>
      /^\/(orders|executions)\/[^?]+\?/.test(one.path) && one.method === 'GET'
        ? { ...one, path: one.path.split('?')[0] ?? '' }
        : one,
    ),
  ),
  breakage(
    'QRY-02',
    'a row takes include',
    asked((one) =>
      /^\/(orders|executions)\/[^?]+\?include=total$/.test(one.path)
        ? { ...one, path: one.path.split('?')[0] ?? '' }
        : one,
    ),
  ),
  breakage(
    'QRY-02',
    'a row takes no view',
    asked((one) =>
      /^\/(orders|executions)\/[^?]+\?view=latest$/.test(one.path) ? { ...one, path: `${one.path}&x=1` } : one,
    ),
  ),
  breakage(
    'QRY-03',
    '/me takes any parameter',
    asked((one) => (one.path.startsWith('/me?') ? { ...one, path: '/me' } : one)),
  ),
  breakage(
    'QRY-03',
    'an operation takes any parameter',
    asked((one) => (one.path.startsWith('/operations/') ? { ...one, path: one.path.split('?')[0] ?? '' } : one)),
  ),
  breakage(
    'QRY-05',
    'view=approved is latest',
    query((parameters) => {
      if (parameters.get('view') === 'approved') parameters.set('view', 'latest');
    }),
  ),
  breakage(
    'QRY-05',
    'view=approved of a row is latest',
    asked((one) =>
      /^\/(orders|executions)\/.*view=approved/.test(one.path)
        ? { ...one, path: one.path.replace('approved', 'latest') }
        : one,
    ),
  ),
  breakage(
    'PAGE-04',
    'a limit of 0 is none',
    query((parameters) => {
      if (parameters.get('limit') === '0') parameters.delete('limit');
    }),
  ),
  breakage(
    'PAGE-04',
    'a negative limit is none',
    query((parameters) => {
      if (parameters.get('limit')?.startsWith('-')) parameters.delete('limit');
    }),
  ),
  breakage(
    'PAGE-04',
    'a limit that is no integer is none',
    query((parameters) => {
      if (!/^-?[0-9]+$/.test(parameters.get('limit') ?? '1')) parameters.delete('limit');
    }),
  ),
  breakage(
    'PAGE-04',
    'a limit of 0 has another code',
    recoded('BAD_LIMIT', (told, one) => told.status === 400 && one.path.includes('limit=')),
  ),
  breakage(
    'PAGE-03',
    'a limit over 100 is refused',
    query((parameters) => {
      if (Number(parameters.get('limit') ?? 1) > 100) parameters.set('limit', '0');
    }),
  ),
  breakage(
    'PAGE-03',
    'a limit over 100 is no limit',
    query((parameters) => {
      if (Number(parameters.get('limit') ?? 1) > 100) parameters.delete('limit');
    }),
  ),
  breakage(
    'PAGE-03',
    'pages of 50 at most',
    query((parameters) => {
      if (Number(parameters.get('limit') ?? 1) > 50) parameters.set('limit', '50');
    }),
  ),
  breakage(
    'PAGE-03',
    'a limit of n gives n + 1',
    query((parameters) => {
      const limit = Number(parameters.get('limit') ?? 0);
      if (limit > 0 && limit < 100) parameters.set('limit', String(limit + 1));
    }),
  ),
];
