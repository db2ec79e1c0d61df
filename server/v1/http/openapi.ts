import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { paths } from '../../../src/domain/paths.ts';
import {
  V1_CALL_NAMES,
  V1_CALLS,
  V1_NAMED_SCHEMAS,
  type V1Call,
  type V1CallName,
} from '../../../src/domain/v1/calls.ts';
import { WEBHOOK_EVENT_MEANINGS } from '../../../src/domain/v1/events.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../../../src/domain/v1/problems.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../src/domain/webhook.ts';
import { describeFields, exampleOf, type Json } from './describe-fields.ts';

/** Every call can end in these. */
const COMMON_PROBLEMS: readonly ProblemCode[] = [
  'validation',
  'unauthorized',
  'not-a-shipper',
  'missing-right',
  'rate-limited',
  'busy',
];

const refOf = (name: string) => `#/components/schemas/${name}`;

/** `owner`: the object's name, or the call's. */
function schemaOf(
  owner: string,
  schema: v.GenericSchema,
  definitions: Record<string, v.GenericSchema> = V1_NAMED_SCHEMAS,
): Json {
  const { $schema, $defs, ...json } = toJsonSchema(schema, {
    errorMode: 'ignore',
    typeMode: 'input',
    target: 'draft-2020-12',
    definitions,
    overrideRef: ({ referenceId }) => refOf(referenceId),
  }) as Json;
  return describeFields(json, schema, owner);
}

const NAMED: Record<string, Json> = Object.fromEntries(
  Object.entries(V1_NAMED_SCHEMAS).map(([name, schema]) => {
    const { [name]: _self, ...others } = V1_NAMED_SCHEMAS as Record<string, v.GenericSchema>;
    return [name, schemaOf(name, schema, others)];
  }),
);

function bodyOf(name: V1CallName, schema: v.GenericSchema): Json {
  const json = schemaOf(name, schema);
  const example =
    name === 'createBatch' && schema === V1_CALLS[name].body
      ? { shipments: [exampleOf({ $ref: refOf('CreateShipment') }, name, NAMED)] }
      : exampleOf(json, name, NAMED);
  return { 'application/json': { schema: json, example } };
}

function parametersOf(owner: V1CallName, { params, query, isOncePerKey }: V1Call): Json[] {
  const entriesOf = (place: 'path' | 'query', schema: v.GenericSchema | undefined) => {
    const { properties = {}, required = [] } = schema ? schemaOf(owner, schema) : {};
    return Object.entries(properties as Record<string, Json>).map(([name, { description, ...json }]) => ({
      name,
      in: place,
      required: place === 'path' || (required as string[]).includes(name),
      ...(description !== undefined && { description }),
      schema: json,
    }));
  };
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Any text of yours, such as the number of the order: the same request with it takes effect once',
    schema: { type: 'string', maxLength: 255 },
  };
  return [...entriesOf('path', params), ...entriesOf('query', query), ...(isOncePerKey ? [key] : [])];
}

function answersOf(owner: V1CallName, { status, answer, fileTypes = [], headers = {}, only, problems }: V1Call): Json {
  const content = answer
    ? bodyOf(owner, answer)
    : Object.fromEntries(fileTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of [...COMMON_PROBLEMS, ...(only ? (['wrong-key'] as const) : []), ...problems]) {
    const { status: number } = PROBLEMS[code];
    byStatus.set(number, [...(byStatus.get(number) ?? []), code]);
  }
  const refused = [...byStatus].map(([number, codes]) => [
    number,
    {
      description: codes.map((code) => `${code}: ${PROBLEMS[code].title}`).join('. '),
      content: { 'application/problem+json': { schema: { $ref: refOf('Problem') } } },
    },
  ]);
  const named = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  const worked = {
    description: 'It worked',
    ...(named.length > 0 && { headers: Object.fromEntries(named) }),
    ...(status !== 204 && { content }),
  };
  return { [status]: worked, ...Object.fromEntries(refused) };
}

const ProblemSchema = v.object({
  type: v.pipe(v.string(), v.description('Where it is explained')),
  title: v.string(),
  status: v.number(),
  detail: v.pipe(v.string(), v.description('For people')),
  code: v.pipe(v.picklist(PROBLEM_CODES), v.description('For programs')),
  request_id: v.pipe(v.string(), v.description('Tell us this one if you ask for help')),
  errors: v.optional(
    v.array(v.object({ pointer: v.pipe(v.string(), v.description('JSON pointer')), detail: v.string() })),
  ),
  existing_id: v.optional(v.pipe(v.string(), v.description('With duplicate-reference: the shipment that has it'))),
});

/** What a shop’s program gets, and how it accepts it (Standard Webhooks). */
function describeMessage(event: WebhookEvent): Json {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    operationId: event,
    summary: WEBHOOK_EVENT_MEANINGS[event],
    security: [],
    parameters: [
      header('webhook-id', 'Of the message: the same each time it is sent'),
      header('webhook-timestamp', 'When it was sent, in seconds since 1970'),
      header('webhook-signature', 'Check it with the secret of your webhook'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: refOf('WebhookMessage') } } },
    },
    responses: { '2XX': { description: 'You have it. After anything else we try again' } },
  };
}

/** Describes the REST interface (OpenAPI 3.1). */
export function describeV1({ SITE_NAME, PUBLIC_URL }: { SITE_NAME: string; PUBLIC_URL: string }): Json {
  const calls: Record<string, Json> = {};
  for (const name of V1_CALL_NAMES) {
    const call: V1Call = V1_CALLS[name];
    const operation = {
      operationId: name,
      summary: call.summary,
      'x-right': call.scope,
      parameters: parametersOf(name, call),
      ...(call.body && {
        requestBody: {
          required: !v.is(call.body, {}),
          content: bodyOf(name, call.body),
        },
      }),
      responses: answersOf(name, call),
    };
    calls[call.path] = { ...calls[call.path], [call.method.toLowerCase()]: operation };
  }
  const webhooks = WEBHOOK_EVENTS.map((event) => [event, { post: describeMessage(event) }]);
  return {
    openapi: '3.1.0',
    info: {
      title: `${SITE_NAME} for shops`,
      version: '1',
      description: `See ${PUBLIC_URL}/developers.`,
      license: { name: `Terms of ${SITE_NAME}`, url: `${PUBLIC_URL}${paths.terms}` },
    },
    servers: [{ url: PUBLIC_URL }],
    security: [{ key: [] }],
    paths: calls,
    webhooks: Object.fromEntries(webhooks),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of /profile/developers: wb_test_… to try things out, wb_live_… for real shipments',
        },
      },
      schemas: { ...NAMED, Problem: schemaOf('Problem', ProblemSchema) },
    },
  };
}
