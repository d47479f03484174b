import type { AlgoInstanceRow, AlgoVersionRow, ConfigDocumentRow } from '../facts.ts';
import { rowJson } from './row-json.ts';

/** Renders an algo instance without the members that are not served. */
export const algoInstanceJson = rowJson<AlgoInstanceRow>(({ orgId: _, startedByUserId: __, ...served }) => served);

/** Renders a configuration document. */
export const algoConfigJson = rowJson<ConfigDocumentRow>(({ orgId: _, ...served }) => served);

/** Renders a version of the catalogue. */
export const algoVersionJson = rowJson<AlgoVersionRow>((row) => row);
