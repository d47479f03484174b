import type { Defect } from '../defect.ts';
import { appliesAgainAfterA202 } from './applies-again-after-a-202.ts';
import { FORGOTTEN_TICKETS } from './forgotten-tickets.ts';
import { keyBoundToTheOperationAlone } from './key-bound-to-the-operation-alone.ts';
import { keySharedBetweenOrganisations } from './key-shared-between-organisations.ts';
import { operationReadAtAFormerPosition } from './operation-read-at-a-former-position.ts';
import { recoversOneRecordLess } from './recovers-one-record-less.ts';
import { rowReadBehindItsPosition } from './row-read-behind-its-position.ts';
import { timeOfAPositionDiffers } from './time-of-a-position-differs.ts';
import { UNSTEADY_SESSIONS } from './unsteady-sessions.ts';
import { walkSkipsARowUnderInsertion } from './walk-skips-a-row-under-insertion.ts';

export const HISTORY_DEFECTS: readonly Defect[] = [
  appliesAgainAfterA202,
  keySharedBetweenOrganisations,
  keyBoundToTheOperationAlone,
  operationReadAtAFormerPosition,
  walkSkipsARowUnderInsertion,
  rowReadBehindItsPosition,
  recoversOneRecordLess,
  timeOfAPositionDiffers,
  ...FORGOTTEN_TICKETS,
  ...UNSTEADY_SESSIONS,
];
