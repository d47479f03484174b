import type { Defect } from '../defect.ts';
import { laxQuery } from './lax-query.ts';

export const refusesTheViewOfARow: Defect = {
  name: 'refuses-the-view-of-a-row',
  breaks: ['QRY-02'],
  story: 'takes no parameter of one execution, view=latest neither',
  stages: laxQuery('getExecution', (rawQuery) => (rawQuery === 'view=latest' ? 'view=none' : rawQuery)),
};
