import type { Profile } from '../../../conformance/member/profile/profile.ts';
import type { Traffic, TrafficReader } from '../../../scenarios/index.ts';

/** One record of a log. */
export interface LogRow {
  readonly row: Readonly<Record<string, unknown>>;
  /** In messages: `line 17`. */
  readonly where: string;
}

/** A log that was read. */
export interface ReadLog {
  /** Sentences: what was left out, and what could not be read. */
  readonly notes: readonly string[];
  readonly isSanitised: boolean;
  /** The recording's clock moved by `advance` alone. */
  readonly clock?: 'virtual' | 'real';
  /** The file is traffic already. */
  readonly traffic?: Traffic;
  into(reader: TrafficReader, profile: Profile | undefined): void;
}

/** A body in a log: JSON as a value, anything else as text. */
export function bodyText(body: unknown): string | null {
  if (body === null || body === undefined) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}
