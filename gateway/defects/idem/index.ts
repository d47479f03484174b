import type { Defect } from '../defect.ts';
import {
  doorRefusalSpendsTheKey,
  keyOfAnotherOperationReplays,
  retryInFlightIsAnotherWrite,
  retryInFlightIsRefused,
  unreadableKeyIsAccepted,
} from './attempts.ts';
import {
  acceptedWithoutLocation,
  interruptedIsFinal,
  operationOfARefusalIsUnknown,
  operationsOfEveryOrganisation,
  operationUnderWayIsUnknown,
} from './operations.ts';
import {
  firstAnswerFlaggedAsReplay,
  keysKeptForEver,
  refusalReplayedWithoutTheFlag,
  replayedRefusalNamesTheFirstRequest,
  replaysTheRowAsItIsNow,
  settledKeyStaysAccepted,
} from './replays.ts';
import { userInTheBody } from './user-in-the-body.ts';
import { registerWriteWithoutAKey, writeWithoutAKey } from './write-without-a-key.ts';

export const IDEM_DEFECTS: readonly Defect[] = [
  writeWithoutAKey,
  registerWriteWithoutAKey,
  replaysTheRowAsItIsNow,
  firstAnswerFlaggedAsReplay,
  refusalReplayedWithoutTheFlag,
  retryInFlightIsRefused,
  retryInFlightIsAnotherWrite,
  keyOfAnotherOperationReplays,
  doorRefusalSpendsTheKey,
  keysKeptForEver,
  operationOfARefusalIsUnknown,
  acceptedWithoutLocation,
  operationUnderWayIsUnknown,
  settledKeyStaysAccepted,
  unreadableKeyIsAccepted,
  userInTheBody,
  operationsOfEveryOrganisation,
  interruptedIsFinal,
  replayedRefusalNamesTheFirstRequest,
];
