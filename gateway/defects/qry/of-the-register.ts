import { type Defect, rewriteBody } from '../defect.ts';
import { laxQuery } from './lax-query.ts';

const isFiltered = (rawQuery: string) => /^status=[A-Z_]+$/.test(rawQuery);

export const OF_THE_REGISTER: readonly Defect[] = [
  {
    name: 'refuses-the-approved-view-of-an-address',
    breaks: ['QRY-04'],
    story: 'takes no view=approved of one account address',
    stages: laxQuery('getAccountAddress', (rawQuery) => (rawQuery === 'view=approved' ? 'view=none' : rawQuery)),
  },
  {
    name: 'serves-users-of-any-status',
    breaks: ['QRY-08'],
    story: 'serves all users, whichever status is asked for, where no limit is given',
    stages: laxQuery('listUsers', (rawQuery) => (isFiltered(rawQuery) ? '' : rawQuery)),
  },
  {
    name: 'leaves-a-user-out-of-their-status',
    breaks: ['QRY-08'],
    story: 'serves the users of a status but for the first one',
    spoil: (answer, { path, request }) =>
      path === '/users' && answer.status === 200 && isFiltered((request.url ?? '').split('?')[1] ?? '')
        ? rewriteBody(answer, (page) => ({ ...page, items: (page['items'] as unknown[]).slice(1) }))
        : answer,
  },
];
