/** Why a world or a snapshot is not available: one line for a user. Nothing was changed. */
export class WorldError extends Error {}
