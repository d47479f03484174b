/** An answer that never arrives, because the request was lost or its sender is gone. */
export function never<Answer>(): Promise<Answer> {
  return new Promise<Answer>(() => undefined);
}
