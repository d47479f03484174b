import type { Defect } from '../defect.ts';
import { SPOILT_DOCUMENTS } from './spoilt-documents.ts';
import { SPOILT_ROWS } from './spoilt-rows.ts';
import { SPOILT_WRITES } from './spoilt-writes.ts';

/** Known-bad members of algos: what is read, what is written, what becomes of documents. */
export const ALG_DEFECTS: readonly Defect[] = [...SPOILT_ROWS, ...SPOILT_WRITES, ...SPOILT_DOCUMENTS];
