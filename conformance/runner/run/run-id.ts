import { hash32 } from '../hash.ts';

/** The name of one run, in the member's logs and in every report: short, in characters that X-Request-Id accepts. */
export function runId(origin: string): string {
  return `ts${hash32(origin).toString(36).padStart(7, '0')}`;
}
