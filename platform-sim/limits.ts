/** Limits of the platform itself; the interface publishes none of them. */
export interface PlatformLimits {
  /** Maximum number of one owner's commands that wait to be sequenced (INBOX_FULL). */
  readonly inboxCommands: number;
  /** Milliseconds for which a key stays bound to its first use. */
  readonly keyRetentionMs: number;
  /** Maximum number of materials of one organisation that the intake stores in a minute (CRED-11). */
  readonly intakePerMinute: number;
  /** The life of a token of the token endpoint, in seconds. */
  readonly tokenLifeS: number;
}

/** The limits of the sandbox's platform. */
export const DEFAULT_PLATFORM_LIMITS: PlatformLimits = {
  inboxCommands: 128,
  keyRetentionMs: 24 * 60 * 60 * 1000,
  intakePerMinute: 30,
  tokenLifeS: 3600,
};
