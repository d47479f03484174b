import { expect, test } from 'vitest';
import { judged, pageOf, readOf } from '../../../testing/sample-story.ts';
import { executionsStand } from './t43-executions-stand.ts';

const row = (over = {}) => ({ executionId: '7', price: '1.5', fee: null, ...over });
const page = (position: number, ...rows: object[]) => pageOf('/executions', position, rows);

test.each([
  ['stands', [page(2, row()), readOf('/executions/7', 3, row())], 'pass'],
  ['has an additional zero', [page(2, row()), page(3, row({ price: '1.50' }))], 'pass'],
  ['has another price', [page(2, row()), page(3, row({ price: '1.6' }))], 'violated'],
  ['has its fee later', [page(2, row()), readOf('/executions/7', 3, row({ fee: '1' }))], 'violated'],
  ['is another execution', [page(2, row(), row({ executionId: '8', price: '2' }))], 'pass'],
])('an execution %s', (_, samples, verdict) => expect(judged(executionsStand, samples)).toBe(verdict));
