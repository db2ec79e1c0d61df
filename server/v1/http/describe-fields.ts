import * as v from 'valibot';
import { FIELDS, LEFT_OUT } from './fields.ts';

export interface Json {
  [key: string]: unknown;
  $ref?: string;
  description?: string;
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
  enum?: unknown[];
  const?: unknown;
}
type Schema = v.GenericSchema & { wrapped?: Schema; item?: Schema; entries?: Record<string, Schema> };

const fieldOf = (owner: string, key: string) => FIELDS[`${owner}.${key}`] ?? FIELDS[key];

/** Also what a JSON schema of the input loses: what is said after a transformation. */
const descriptionOf = (schema: Schema | undefined): string | undefined =>
  schema && (v.getDescription(schema) ?? descriptionOf(schema.wrapped));

/** Says what each field means. `owner`: the object or the call that has it. */
export function describeFields(json: Json, schema: Schema | undefined, owner: string): Json {
  const inside = (part: Json, next = schema?.wrapped ?? schema) => describeFields(part, next, owner);
  if (json.anyOf) return { ...json, anyOf: json.anyOf.map((part) => inside(part)) };
  if (schema?.wrapped) return inside(json);
  if (json.items) return { ...json, items: inside(json.items, schema?.item) };
  if (!json.properties) return json;
  const properties = Object.entries(json.properties).map(([key, part]) => {
    const entry = schema?.entries?.[key];
    const description = descriptionOf(entry) ?? fieldOf(owner, key)?.[1];
    return [key, { ...describeFields(part, entry, key), ...(description !== undefined && { description }) }];
  });
  return { ...json, properties: Object.fromEntries(properties) };
}

const EXAMPLE_OF_TYPE: Record<string, unknown> = { string: 'text', number: 1, integer: 1, boolean: false };

/** What a call sends or returns, with an example of each field. */
export function exampleOf(json: Json, owner: string, named: Record<string, Json>): unknown {
  const { $ref, anyOf, items, properties } = json;
  if ($ref) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return exampleOf(named[name] ?? {}, name, named);
  }
  if (anyOf?.[0]) return exampleOf(anyOf[0], owner, named);
  if (items) return [exampleOf(items, owner, named)];
  if (!properties) return json.enum?.[0] ?? json.const ?? EXAMPLE_OF_TYPE[json.type as string];
  const values = Object.entries(properties).map(([key, part]) => {
    const known = fieldOf(owner, key)?.[0];
    return [key, known === undefined ? exampleOf(part, key, named) : known];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== LEFT_OUT && value !== undefined));
}
