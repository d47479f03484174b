import type { Clock } from './platform-port.ts';

/** The result of a wait. */
export type Waited<Value> = { readonly inTime: true; readonly value: Value } | { readonly inTime: false };

/**
 * Waits for `promise`, at most `deadlineMs` of the platform's clock. A later result is dropped, rejections included.
 */
export async function within<Value>(
  clock: Clock,
  deadlineMs: number,
  label: string,
  promise: Promise<Value>,
): Promise<Waited<Value>> {
  const { promise: passed, resolve } = Promise.withResolvers<Waited<Value>>();
  const timer = clock.after(deadlineMs, label, () => resolve({ inTime: false }));
  try {
    return await Promise.race([promise.then((value): Waited<Value> => ({ inTime: true, value })), passed]);
  } finally {
    timer.cancel();
  }
}
