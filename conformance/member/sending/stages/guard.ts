import type { Flight } from '../flight.ts';

/** Throws Hangs if the target answers no requests of this kind. */
export function guard({ session, spelled }: Flight): void {
  if (spelled.isHttp) session.run.hanging.sending(spelled.kind);
}
