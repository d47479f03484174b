import type { ExecutionRow } from '../facts.ts';
import { rowJson } from './row-json.ts';

export const executionJson = rowJson<ExecutionRow>(({ orgId: _, ...served }) => served);
