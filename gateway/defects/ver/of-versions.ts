import { VERSIONS, type Version } from '../../contract/versions.ts';
import type { Answer, Known } from '../../stage.ts';
import type { Defect } from '../defect.ts';

/** Members of these versions have another last word on an answer; those of others are good. */
export function ofVersions(
  versions: readonly Version[],
  spoil: (answer: Answer, known: Known) => Answer,
): NonNullable<Defect['stages']> {
  return {
    correlate: (good) => ({
      ...good,
      async run(known, proceed) {
        const answer = await good.run(known, proceed);
        return versions.includes(known.services.version) ? spoil(answer, known) : answer;
      },
    }),
  };
}

/** Every version before this one. */
export function before(version: Version): readonly Version[] {
  return VERSIONS.slice(0, VERSIONS.indexOf(version));
}

/** Whether it is this request. */
export function asks({ request, path }: Known, method: string, wanted: string | RegExp): boolean {
  return request.method === method && (typeof wanted === 'string' ? path === wanted : wanted.test(path));
}
