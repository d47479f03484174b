import type { Defect } from '../defect.ts';
import { LAX_PARAMETERS } from './lax-parameters.ts';
import { OF_THE_REGISTER } from './of-the-register.ts';
import { refusesTheViewOfARow } from './refuses-the-view-of-a-row.ts';

/** Known-bad members of query parameters. */
export const QRY_DEFECTS: readonly Defect[] = [...LAX_PARAMETERS, ...OF_THE_REGISTER, refusesTheViewOfARow];
