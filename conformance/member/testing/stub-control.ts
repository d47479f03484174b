/** A control plane with a few methods, for tests of the suite's own machinery. All other methods are missing. */
import type { Control } from '../control/control.ts';

export function stubControl(methods: Partial<Control>): Control {
  return new Proxy(methods, {
    get: (stub, name) => stub[name as keyof Control] ?? missing(`${String(name)} is not of this stub`),
  }) as Control;
}

function missing(message: string): never {
  throw new Error(message);
}
