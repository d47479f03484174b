import type { OperationId } from '../../contract/routes.ts';
import type { Defect } from '../defect.ts';

/** A route that reads its query string in its own way before it holds it to the contract. */
export function laxQuery(operation: OperationId, read: (rawQuery: string) => string): NonNullable<Defect['stages']> {
  return {
    'read-query': (good) => ({
      ...good,
      run: (known, proceed) =>
        good.run(known.operation === operation ? { ...known, rawQuery: read(known.rawQuery) } : known, proceed),
    }),
  };
}

/** The query string without the parameters that `ignored` knows, by name and value. */
export function ignoring(ignored: (name: string, value: string) => boolean): (rawQuery: string) => string {
  return (rawQuery) =>
    rawQuery
      .split('&')
      .filter((part) => {
        const [name = '', value = ''] = part.split('=', 2);
        return !ignored(name, value);
      })
      .join('&');
}
