/** Checks input before anything reads it: the length first (decision 0100). */
import { TRPCError } from '@trpc/server';
import * as v from 'valibot';
import { decimalsOf } from '../../../src/domain/currency.ts';
import { fieldErrorsOf, sentences } from '../../../src/domain/errors.ts';
import { hasCents, isPayable } from '../../../src/domain/money.ts';
import { UserError } from '../errors/errors.ts';
import { fieldErrorsIn } from '../errors/wire-errors.ts';

const MAX_DEPTH = 16;
const MAX_KEY_LENGTH = 200;
/** This bounds the keys of an object, and texts and lists without a limit. */
const MAX_UNNAMED = 1_000;
/** Ordering marks takes the square of their number (Unicode 15, UAX #15). */
const TOO_MANY_MARKS = /\p{M}{31}/u;
const UNUSABLE = 'This contains characters that can’t be used.';
const TOO_LONG = 'This is too long.';

const PROTOTYPES = new Set(['__proto__', 'constructor', 'prototype']);

/** Blanks at the ends are dropped later, and up to three marks become one letter. */
const rawLengthOf = (length: number) => 4 * length + 200;

interface Node {
  kind: string;
  type: string;
  pipe?: readonly Node[];
  wrapped?: Node;
  getter?(value: unknown): Node;
  options?: readonly (Node | string)[];
  entries?: Record<string, Node>;
  item?: Node;
  value?: Node;
  requirement?: unknown;
  message?: unknown;
}

/** Parts of a loose object are checked later. */
const LATER: Node = { kind: 'schema', type: 'later' };

interface Part {
  value: unknown;
  path: string;
  forms: readonly Node[];
}

/**
 * Also rejects keys that reach prototypes, depth, and unusable surrogates.
 * @throws A UserError with the errors of fields, or BAD_REQUEST.
 */
export function assertInput(input: unknown, schema?: v.GenericSchema | null): void {
  const issues: { path: string[]; message: string }[] = [];
  let level: Part[] = [{ value: input, path: '', forms: formsOf(schema as Node | null | undefined, input) }];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new TRPCError({ code: 'BAD_REQUEST' });
    const next: Part[] = [];
    for (const part of level) {
      const problem = findLengthProblem(part);
      if (problem) issues.push({ path: [part.path], message: problem });
      else next.push(...partsOf(part));
    }
    level = next;
  }
  if (issues.length === 0) return;
  throw new UserError('BAD_REQUEST', sentences.BAD_REQUEST, { fieldErrors: fieldErrorsOf(issues) });
}

/** @throws A UserError at amounts with decimals in a currency that has none. */
export function assertPayable(input: unknown, schema: v.GenericSchema | null | undefined, currency: string): void {
  if (decimalsOf(currency) > 0) return;
  const issues: { path: string[]; message: string }[] = [];
  const visit = (part: Part) => {
    const { value, path, forms } = part;
    if (typeof value === 'number' && forms.some(isMoney) && !isPayable(value, currency))
      issues.push({ path: [path], message: `Amounts in ${currency} have no decimals.` });
    for (const inner of partsOf(part)) visit(inner);
  };
  visit({ value: input, path: '', forms: formsOf(schema as Node | null | undefined, input) });
  if (issues.length === 0) return;
  throw new UserError('BAD_REQUEST', sentences.BAD_REQUEST, { fieldErrors: fieldErrorsOf(issues) });
}

const isMoney = (form: Node) => actionsOf(form).some(({ requirement }) => requirement === hasCents);

const MAX_PARTS = 20_000;

/** Brackets take a hundred times as long to parse as text. */
export function isTooComplex(json: string, maxParts: number = MAX_PARTS): boolean {
  let [depth, parts, isInText] = [0, 0, false];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) isInText = !isInText;
    else if (isInText) at += sign === BACKSLASH ? 1 : 0;
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1;
    else if (sign === COMMA || sign === COLON || sign === OPEN_LIST || sign === OPEN_OBJECT) {
      parts += 1;
      if (sign === OPEN_LIST || sign === OPEN_OBJECT) depth += 1;
      if (depth > 2 * MAX_DEPTH || parts > maxParts) return true;
    }
  }
  return false;
}
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** @throws A UserError with the errors of fields. */
export function parseInput<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  currency = 'USD',
): v.InferOutput<Schema> {
  assertInput(input, schema);
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  throw new UserError('BAD_REQUEST', sentences.BAD_REQUEST, { fieldErrors: fieldErrorsIn(currency, result.issues) });
}

function formsOf(schema: Node | null | undefined, value: unknown): Node[] {
  if (!schema) return [];
  const { wrapped, getter, options } = schema;
  if (wrapped) return formsOf(wrapped, value);
  if (getter) return formsOf(getter(value), value);
  // Those of a picklist are texts.
  const forms = options?.filter((option) => typeof option === 'object') ?? [];
  return forms.length > 0 ? forms.flatMap((form) => formsOf(form, value)) : [schema];
}

function findLengthProblem({ value, forms }: Part): string | null {
  if (typeof value !== 'string' && !Array.isArray(value)) return null;
  const type = typeof value === 'string' ? 'string' : 'array';
  if (forms.includes(LATER)) return null;
  const limits = forms.filter((form) => form.type === type).map(limitOf);
  const [limit = { maximum: MAX_UNNAMED, message: TOO_LONG }] = limits.toSorted(
    (one, other) => other.maximum - one.maximum,
  );
  if (value.length <= limit.maximum) return hasEndlessLetter(value) ? UNUSABLE : null;
  const { message } = limit;
  if (typeof message === 'function') return String(message({ received: String(value.length) }));
  return typeof message === 'string' ? message : TOO_LONG;
}

const hasEndlessLetter = (value: string | unknown[]) =>
  typeof value === 'string' && value.length > MAX_UNNAMED && TOO_MANY_MARKS.test(value);

const actionsOf = ({ pipe = [] }: Node): Node[] => pipe.flatMap((part) => (part.pipe ? actionsOf(part) : part));

function limitOf(schema: Node): { maximum: number; message: unknown } {
  const actions = actionsOf(schema).filter(({ kind }) => kind !== 'schema');
  const at = actions.findIndex(({ type }) => type === 'max_length');
  const limit = actions[at];
  if (!limit) return { maximum: MAX_UNNAMED, message: actions.find(({ message }) => message)?.message };
  const maximum = Number(limit.requirement);
  const isChanged = actions.slice(0, at).some(({ kind }) => kind === 'transformation');
  return { maximum: isChanged ? rawLengthOf(maximum) : maximum, message: limit.message };
}

function partsOf({ value, path, forms }: Part): Part[] {
  if (typeof value === 'string' && !value.isWellFormed()) throw new TRPCError({ code: 'BAD_REQUEST' });
  if (value === null || typeof value !== 'object') return [];
  const keys = Object.keys(value);
  const isList = Array.isArray(value);
  if (!isList && keys.length > MAX_UNNAMED) throw new TRPCError({ code: 'BAD_REQUEST' });
  return keys.map((key) => {
    if (key.length > MAX_KEY_LENGTH || PROTOTYPES.has(key)) throw new TRPCError({ code: 'BAD_REQUEST' });
    const inner = (value as Record<string, unknown>)[key];
    const schemas = forms.flatMap((form) => schemaAt(form, key, isList) ?? []);
    return {
      value: inner,
      path: (path && `${path}.${key}`) || key,
      forms: schemas.flatMap((one) => formsOf(one, inner)),
    };
  });
}

function schemaAt(form: Node, key: string, isList: boolean): Node | undefined {
  const { type, entries = {}, item, value } = form;
  if (form === LATER || type === 'loose_object') return LATER;
  if (isList) return item;
  return Object.hasOwn(entries, key) ? entries[key] : value;
}
