/** A stable reference to a replaceable object. */
export function current<Thing extends object>(now: () => Thing): Thing {
  return new Proxy({} as Thing, { get: (_, name) => Reflect.get(now(), name) });
}
