/** The methods that a request step can send. */
const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

export function isKnownMethod(method: string): boolean {
  return METHODS.includes(method);
}

/** Whether a request of this method may change something. */
export function isWriteMethod(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}
