/**
 * The requests of each depth: what fits in two minutes at the pace of a shared target, in six, and all there is. At a
 * higher pace a normal run takes what can be sent while its longest wait lasts.
 */
export const DEPTHS = { quick: 550, normal: 1_600, thorough: Number.POSITIVE_INFINITY } as const;
export type DepthName = keyof typeof DEPTHS;
