/** What nobody will ever hear of: the answer to something that was lost, or to somebody who is gone. */
export function never<Answer>(): Promise<Answer> {
  return new Promise<Answer>(() => undefined);
}
