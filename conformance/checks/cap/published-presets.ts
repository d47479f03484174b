import { asObject, branches, type JsonObject, operationsOf, resolved } from '../../client/contract-document.ts';

const SCOPE = /^[a-z-]+:[a-z-]+$/;

/** The words other than scopes that the document takes where a user's capabilities are stated; none where it names none. */
export function presetsOf(document: JsonObject): readonly string[] {
  const writes = operationsOf(document).filter(
    ({ method, path }) => method !== 'GET' && /^\/users(\/\{[^}]+\})?$/.test(path),
  );
  const words = writes.flatMap(({ object }) => {
    const content = asObject(resolved(document, object['requestBody'])['content']);
    const body = resolved(document, asObject(content['application/json'])['schema']);
    return branches(document, asObject(body['properties'])['capabilities']).flatMap((list) =>
      branches(document, list['items']).flatMap(({ enum: named, const: one }) => [named ?? one].flat()),
    );
  });
  return [...new Set(words)].filter((word): word is string => typeof word === 'string' && !SCOPE.test(word));
}
