import type { OperationId } from '../../contract/routes.ts';
import type { Defect } from '../defect.ts';

type Body = Readonly<Record<string, unknown>>;

/** What a laxer door makes of a submission's body; the same object where it would change nothing. */
export type LaxReading = (body: Body) => Body;

/** A door that reads the body of one write in its own way before it holds it to the contract. */
export function laxDoor(read: LaxReading, operation: OperationId = 'submitOrder'): NonNullable<Defect['stages']> {
  return {
    'read-body': (good) => ({
      ...good,
      run: (known, proceed) =>
        known.operation === operation
          ? good.run({ ...known, readBytes: async () => reread(await known.readBytes(), read) }, proceed)
          : good.run(known, proceed),
    }),
  };
}

/** A reading of each money member, whatever it is. */
export function laxMoney(read: (value: unknown) => unknown): LaxReading {
  return (body) => {
    const changed = ['price', 'qty'].filter((name) => name in body && read(body[name]) !== body[name]);
    if (changed.length === 0) return body;
    return { ...body, ...Object.fromEntries(changed.map((name) => [name, read(body[name])])) };
  };
}

/** A reading of each money member that is a string. */
export function laxText(read: (text: string) => string): LaxReading {
  return laxMoney((value) => (typeof value === 'string' ? read(value) : value));
}

/** Bytes are handed about as latin1 text, one character each. */
function reread(bytes: string, read: LaxReading): string {
  const body = parsed(bytes);
  if (body === undefined) return bytes;
  const changed = read(body);
  return changed === body ? bytes : Buffer.from(JSON.stringify(changed)).toString('latin1');
}

function parsed(bytes: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes, 'latin1').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : undefined;
  } catch {
    return undefined;
  }
}
