import type { AlgoInstanceRow, AlgoVersionRow, ConfigDocumentRow } from '../facts.ts';
import { rowJson } from './row-json.ts';

export const algoInstanceJson = rowJson<AlgoInstanceRow>(({ orgId: _, startedByUserId: __, ...served }) => served);
export const algoConfigJson = rowJson<ConfigDocumentRow>(({ orgId: _, ...served }) => served);
export const algoVersionJson = rowJson<AlgoVersionRow>((row) => row);
