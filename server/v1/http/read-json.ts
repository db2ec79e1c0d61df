import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTooComplex } from '../../base/limits/assert-input.ts';
import { ApiProblem } from './problem.ts';

/** JSON in UTF-8, or nothing: of what is not, it says what and where. */
export function readJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) => {
    // Some clients send the header even with no body.
    if (body.length === 0) return undefined;
    const { 'content-type': type = '' } = headers;
    assertUncompressed(headers);
    if (!/^[ \t]*application\/json[ \t]*(?:;|$)/i.test(type)) {
      throw new ApiProblem('not-json', 'Send the body as Content-Type: application/json.');
    }
    if (!isUtf8(body)) throw new ApiProblem('validation', 'The body is not in UTF-8.');
    return parse(body.toString('utf8').replace(/^\ufeff/, ''));
  });
}

/** @throws ApiProblem */
export function assertUncompressed({ 'content-encoding': encoding = 'identity' }: IncomingHttpHeaders): void {
  if (/^identity$/i.test(encoding.trim())) return;
  throw new ApiProblem('not-json', `Send the body without Content-Encoding: ${encoding.slice(0, 40)}.`);
}

function parse(text: string): unknown {
  if (isTooComplex(text)) throw new ApiProblem('validation', 'The JSON is nested too deeply, or has too many parts.');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    const before = text.slice(0, findMistake(text)).split('\n');
    const column = (before.at(-1) ?? '').length + 1;
    throw new ApiProblem('validation', `The body is not JSON: see line ${before.length}, column ${column}.`);
  }
  assertUsable(parsed, 'The body has text that can’t be used.');
  return parsed;
}

const [SPACE, COLON, COMMA] = [/[ \t\r\n]*/y, /[ \t\r\n]*:/y, /,/y];
const [TEXT, QUOTE] = [/"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/uy, /"/y];
const SIMPLE = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;

/** Where it stops being JSON: of most mistakes, Node says so in a sentence. */
function findMistake(text: string): number {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const isThere = pattern.test(text);
    if (isThere) at = pattern.lastIndex;
    return isThere;
  };
  const takeText = () => take(TEXT) && take(QUOTE);
  const takeAll = (end: RegExp, takeOne: () => boolean): boolean => {
    take(SPACE);
    if (take(end)) return true;
    while (takeOne()) {
      take(SPACE);
      if (take(end)) return true;
      if (!take(COMMA)) return false;
      take(SPACE);
    }
    return false;
  };
  const takeValue = (): boolean => {
    take(SPACE);
    if (take(/\{/y)) return takeAll(/\}/y, () => takeText() && take(COLON) && takeValue());
    if (take(/\[/y)) return takeAll(/\]/y, takeValue);
    return text[at] === '"' ? takeText() : take(SIMPLE);
  };
  if (takeValue()) take(SPACE);
  return at;
}

/** @throws ApiProblem with the place of each. */
export function assertUsable(value: unknown, sentence: string): void {
  const errors = listUnusable(value);
  if (errors.length > 0) throw new ApiProblem('validation', sentence, { errors });
}

interface Unusable {
  pointer: string;
  detail: string;
}

const HALF = 'This has half of a character (a lone surrogate).';
const PROTOTYPES = ['__proto__', 'constructor', 'prototype'];
const MAX_ERRORS = 10;

/**
 * Lists values that no column stores, and keys that reach prototypes, by JSON pointers. `isTooComplex` limits depth.
 */
function listUnusable(value: unknown, pointer = ''): Unusable[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [{ pointer, detail: HALF }];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value)
    .flatMap(([key, inner]) => {
      const inside = `${pointer}/${key.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (PROTOTYPES.includes(key)) return [{ pointer: inside, detail: 'Unknown field.' }];
      return key.isWellFormed() ? listUnusable(inner, inside) : [{ pointer: inside, detail: HALF }];
    })
    .slice(0, MAX_ERRORS);
}
