import type { Defect } from '../defect.ts';
import { ignoring, laxQuery } from '../qry/lax-query.ts';

const limitAs = (from: RegExp, to: string) => (rawQuery: string) =>
  rawQuery.replace(/(?<=^|&)limit=[^&]*/, (part) => part.replace(from, to));

/** Each reads limit or include in its own way. */
export const LAX_PAGES: readonly Defect[] = [
  {
    name: 'refuses-a-larger-limit',
    breaks: ['PAGE-03'],
    story: 'refuses a limit of executions over 100 and does not clamp it',
    stages: laxQuery('listExecutions', limitAs(/=[0-9]{4,}$/, '=0')),
  },
  {
    name: 'takes-a-limit-of-0',
    breaks: ['PAGE-04'],
    story: 'takes a limit of 0 for 1',
    stages: laxQuery('listExecutions', limitAs(/=0$/, '=1')),
  },
  {
    name: 'takes-a-negative-limit',
    breaks: ['PAGE-04'],
    story: 'takes a negative limit for none',
    stages: laxQuery(
      'listExecutions',
      ignoring((name, value) => name === 'limit' && value.startsWith('-')),
    ),
  },
  {
    name: 'takes-a-limit-of-a-fraction',
    breaks: ['PAGE-04'],
    story: 'takes a limit of 1.5 for 1, as parseInt does',
    stages: laxQuery('listExecutions', limitAs(/=([0-9]+)\..*$/, '=$1')),
  },
  {
    name: 'takes-a-limit-in-letters',
    breaks: ['PAGE-04'],
    story: 'takes a limit that is no number for none',
    stages: laxQuery(
      'listExecutions',
      ignoring((name, value) => name === 'limit' && /^[a-z]+$/.test(value)),
    ),
  },
  {
    name: 'takes-any-include',
    breaks: ['PAGE-06'],
    story: 'takes include of any word, and includes what it knows',
    stages: laxQuery(
      'listOrders',
      ignoring((name, value) => name === 'include' && value !== 'total' && /^[A-Za-z]+$/.test(value)),
    ),
  },
];
