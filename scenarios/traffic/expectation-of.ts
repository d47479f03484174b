/**
 * What a step expects of its answer: those parts that are the same in every play. They are the status; of a refusal its
 * code and whether a retry helps; `idempotent-replay`; the Location of a 202; of a row what the request stated of it (a
 * decimal by its value); and ids that the scenario saved before. Positions, times, cursors and free text are left out.
 */
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';
import {
  errorCode,
  header,
  isOk,
  isReplay,
  json,
  retryable,
  sentJson,
} from '../../conformance/member/exchange/exchange.ts';
import { isWriteMethod } from './methods.ts';
import type { Rewriting } from './rewriting.ts';

type Json = Readonly<Record<string, unknown>>;

const DECIMAL = /^-?[0-9]+(\.[0-9]+)?$/;
const MONEY = /price|qty|quantity|amount|notional|px|fee/i;
/** Members whose values are known already: each identifies a row. */
const ROW_ID = /^[A-Za-z]*Id$/;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of an answer that repeat what the request stated. */
export function echoed(sent: unknown, answered: unknown, rewriting: Rewriting): Json {
  if (!isJson(sent) || !isJson(answered)) return {};
  const members = Object.entries(answered).flatMap(([name, value]): [string, unknown][] => {
    const stated = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (typeof stated !== 'string' && typeof stated !== 'number' && typeof stated !== 'boolean') return [];
    if (typeof value === 'string' && DECIMAL.test(value) && MONEY.test(name))
      return DECIMAL.test(String(stated)) && Number(stated) === Number(value)
        ? [[name, { $decimal: String(stated) }]]
        : [];
    return value === stated ? [[name, rewriting.value(stated, [name])]] : [];
  });
  return Object.fromEntries(members);
}

/** The ids of an answer that the scenario knows by name. */
function savedIds(answered: unknown, rewriting: Rewriting): Json {
  if (!isJson(answered)) return {};
  return Object.fromEntries(
    Object.entries(answered).flatMap(([name, value]) => {
      if (!ROW_ID.test(name) || (typeof value !== 'string' && typeof value !== 'number')) return [];
      const reference = rewriting.known.savedReference(String(value));
      return reference === undefined ? [] : [[name, reference]];
    }),
  );
}

function headersOf(e: Exchange, rewriting: Rewriting): Json {
  const location = e.response?.status === 202 ? header(e, 'location') : undefined;
  return {
    ...(location?.startsWith('/') ? { location: rewriting.path(location) } : {}),
    ...(isReplay(e) ? { 'idempotent-replay': 'true' } : {}),
  };
}

function unlessEmpty(name: string, value: Json): Json {
  return Object.keys(value).length === 0 ? {} : { [name]: value };
}

/** Of an answer that came. @param more further members of the body, by their ways */
export function expectationOf(e: Exchange, rewriting: Rewriting, more: Json = {}): Json {
  const code = errorCode(e);
  const isRefusal = !isOk(e) && code !== undefined && /^[A-Z][A-Z0-9_]*$/.test(code);
  const mayRetry = isRefusal ? retryable(e) : undefined;
  const row = isWriteMethod(e.request.method) && isOk(e) ? echoed(sentJson(e), json(e), rewriting) : {};
  const body = {
    ...(mayRetry === undefined ? {} : { '$.error.retryable': mayRetry }),
    ...(isOk(e) ? { ...row, ...savedIds(json(e), rewriting) } : {}),
    ...more,
  };
  return {
    status: e.response?.status,
    ...(isRefusal ? { code } : {}),
    ...unlessEmpty('headers', headersOf(e, rewriting)),
    ...unlessEmpty('body', body),
  };
}

/** Of the answer to an op. */
export function replyExpectation(answer: Json): Json {
  const { success, code } = answer;
  return {
    ...(typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? { code } : {}),
    ...(typeof success === 'boolean' ? { frame: { success } } : {}),
  };
}
