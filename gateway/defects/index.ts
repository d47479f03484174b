import type { Defect } from './defect.ts';
import { IDEM_DEFECTS } from './idem/index.ts';

/** Every known-bad member: `touchstone sandbox --defect NAME` runs one, `npm run mutants` judges each. */
export const DEFECTS: readonly Defect[] = [...IDEM_DEFECTS];
