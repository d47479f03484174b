/** A control plane of a few methods, for the tests of the suite's own machinery: the others are not of that stub. */
import type { Control } from '../control.ts';

export function stubControl(methods: Partial<Control>): Control {
  return new Proxy(methods, {
    get: (stub, name) => stub[name as keyof Control] ?? missing(`${String(name)} is not of this stub`),
  }) as Control;
}

function missing(message: string): never {
  throw new Error(message);
}
