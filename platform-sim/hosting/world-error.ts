/** Why a world, or a snapshot of one, cannot be had: one line for a person. Nothing was changed. */
export class WorldError extends Error {}
