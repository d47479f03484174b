/** Bounds of the platform itself; the interface publishes none of them. */
export interface PlatformLimits {
  /** Commands of one owner that wait to be sequenced (INBOX_FULL). */
  readonly inboxCommands: number;
  /** How long a key stays bound to what it was used for. */
  readonly keyRetentionMs: number;
  /** Key material that the intake stores of one organisation in a minute (CRED-11). */
  readonly intakePerMinute: number;
}

export const DEFAULT_PLATFORM_LIMITS: PlatformLimits = {
  inboxCommands: 128,
  keyRetentionMs: 24 * 60 * 60 * 1000,
  intakePerMinute: 30,
};
