/** What stands for whatever is there now: the reference is kept, and what it leads to is put in another's place. */
export function current<Thing extends object>(now: () => Thing): Thing {
  return new Proxy({} as Thing, { get: (_, name) => Reflect.get(now(), name) });
}
