/** A new kind also needs an entry in features/shipments/outbox-labels.tsx. */
import * as v from 'valibot';
import { readAccessToken } from '../api/calls/access-token.ts';
import { CallError } from '../api/calls/call-error.ts';
import { checkAnswer } from '../api/calls/check-answer.ts';
import type { trpc } from '../api/calls/trpc.ts';
import { readGrant } from '../api/shipment-grants.ts';
import { AddActivitySchema } from '../domain/activity.ts';
import { CHOICE_KINDS } from '../domain/choices.ts';
import {
  MAX_SCANS_OF_CALL,
  ScanResultSchema,
  ScanResultsSchema,
  SENT_SCAN_ACTS,
  type SentScanAct,
} from '../domain/desk-scan.ts';
import { texts } from '../domain/errors.ts';
import { PRINTED_DOCUMENTS } from '../domain/labels/printing.ts';
import { CorrectPartySchema, CreatedShipmentSchema, type CreateShipment, PARTIES } from '../domain/shipment.ts';
import { SHIPMENT_STATUSES } from '../domain/shipment-status.ts';
import { COURIER_KINDS } from './courier-kinds.ts';
import { type ActionTime, type CallOptions, defineKind, type KindRules, type RowResult } from './define-kind.ts';

const trackingId = v.string();

const scanInput = v.object({
  act: v.picklist(SENT_SCAN_ACTS),
  parcel: v.optional(v.number()),
  status: v.optional(v.picklist(SHIPMENT_STATUSES)),
  address: v.optional(v.string()),
  comment: v.optional(v.string()),
  emails: v.optional(v.boolean()),
  runId: v.optional(v.string()),
  despite: v.optional(v.boolean()),
  code: v.optional(v.string()),
  undoes: v.optional(v.string()),
});
export type ScanInput = v.InferOutput<typeof scanInput> & { act: SentScanAct };

async function sendScans(
  { deskAdmin }: typeof trpc,
  rows: readonly { row: { opId: string; trackingId: string; input: ScanInput }; time: ActionTime }[],
): Promise<RowResult[]> {
  const scans = rows.map(({ row, time }) => ({ scanId: row.opId, trackingId: row.trackingId, ...row.input, ...time }));
  const { results } = checkAnswer(ScanResultsSchema, await deskAdmin.scan.mutate({ scans }));
  return rows.map(({ row }): RowResult => {
    const answer = results.find(({ scanId }) => scanId === row.opId);
    if (!answer) return { problem: { code: 'INTERNAL_SERVER_ERROR', message: texts.badTransport, fieldErrors: {} } };
    const { reason = 'CONFLICT', message = '' } = answer.problem ?? {};
    if (answer.outcome === 'rejected') return { problem: { code: reason, message, fieldErrors: {} } };
    return { answer };
  });
}

const inOrderOfShipment = {
  orderingKey: ({ input }: { input: { id: string } }) => input.id,
  conflict: 'never',
  isForGuests: true,
  isBulk: true,
  // The code was for an hour, or is no longer valid.
  onRejection: (code: string | null) => (code === 'NOT_FOUND' ? 'held' : undefined),
} as const;

/** @throws CallError if a guest has to enter the code again. */
function withGrant({ context }: CallOptions, trackingId: string) {
  const grant = readGrant(trackingId);
  if (grant === null && readAccessToken() === null)
    throw new CallError('rejected', { code: 'NOT_FOUND', message: 'Enter the code again.' });
  return { context: { ...context, grant } };
}

const CHOICES = {
  'choice.make': defineKind(
    {
      trackingId,
      input: v.object({
        id: v.string(),
        kind: v.picklist(CHOICE_KINDS),
        text: v.string(),
        name: v.string(),
        day: v.optional(v.string()),
        consent: v.optional(v.number()),
      }),
    },
    {
      ...inOrderOfShipment,
      call: ({ choice }, { input, trackingId }, { occurredAt }, options) =>
        choice.make.mutate(
          { ...input, choiceId: options.context.idempotencyKey, askedAt: occurredAt },
          withGrant(options, trackingId),
        ),
    },
  ),
  'choice.withdraw': defineKind(
    { trackingId, input: v.object({ id: v.string(), choiceId: v.string() }) },
    {
      ...inOrderOfShipment,
      call: ({ choice }, { input, trackingId }, _time, options) =>
        choice.withdraw.mutate(input, withGrant(options, trackingId)),
    },
  ),
};

export const KINDS = {
  'shipmentAdmin.updateShipmentActivity': defineKind(
    { trackingId, input: v.object({ id: v.string(), address: v.string(), comment: v.string() }) },
    {
      orderingKey: ({ input }) => input.id,
      conflict: 'never',
      inputSchema: AddActivitySchema,
      call: ({ shipmentAdmin }, { input }, time, options) =>
        shipmentAdmin.updateShipmentActivity.mutate({ ...input, ...time }, options),
    },
  ),
  'shipmentAdmin.updateShipment': defineKind(
    {
      trackingId,
      input: v.object({ id: v.string(), status: v.picklist(SHIPMENT_STATUSES) }),
      baseStatusVersion: v.number(),
      keptFrom: v.optional(v.number()),
      /** Until then it can be undone (ISO, this device's clock). */
      sendAfter: v.optional(v.nullable(v.string())),
    },
    {
      orderingKey: ({ input }) => input.id,
      conflict: 'status-version',
      call: ({ shipmentAdmin }, { input, baseStatusVersion }, time, options) =>
        shipmentAdmin.updateShipment.mutate({ ...input, baseStatusVersion, ...time }, options),
    },
  ),
  'shipmentAdmin.createShipment': defineKind(
    { input: v.record(v.string(), v.unknown()) },
    {
      orderingKey: () => null,
      conflict: 'never',
      answerSchema: CreatedShipmentSchema,
      call: ({ shipmentAdmin }, { input }, _time, options) =>
        shipmentAdmin.createShipment.mutate(input as unknown as CreateShipment, options),
    },
  ),
  'shipmentAdmin.correctParty': defineKind(
    {
      trackingId,
      input: v.object({
        id: v.string(),
        party: v.picklist(PARTIES),
        name: v.optional(v.string()),
        email: v.optional(v.string()),
        phone: v.optional(v.string()),
        shipTo: v.optional(v.string()),
        /** Missing if the person has decided that theirs is right. */
        base: v.optional(v.record(v.string(), v.string())),
      }),
    },
    {
      orderingKey: ({ input }) => input.id,
      conflict: 'never',
      inputSchema: CorrectPartySchema,
      call: ({ shipmentAdmin }, { input }, _time, options) => shipmentAdmin.correctParty.mutate(input, options),
    },
  ),
  'desk.scan': defineKind(
    { trackingId, input: scanInput, answer: v.optional(ScanResultSchema) },
    {
      orderingKey: (row) => row.trackingId,
      conflict: 'never',
      answerSchema: ScanResultSchema,
      together: { max: MAX_SCANS_OF_CALL, call: sendScans },
      async call(api, row, time) {
        const [result] = await sendScans(api, [{ row, time }]);
        if (result && 'problem' in result) throw new CallError('rejected', result.problem);
        return result?.answer;
      },
    },
  ),
  'shipment.recordPrints': defineKind(
    { input: v.object({ ids: v.array(v.string()), document: v.picklist(PRINTED_DOCUMENTS) }) },
    {
      orderingKey: () => null,
      conflict: 'never',
      call: ({ shipment }, { input }, { occurredAt }, options) =>
        shipment.recordPrints.mutate({ ...input, ids: [...input.ids], at: occurredAt }, options),
    },
  ),
  ...COURIER_KINDS,
  ...CHOICES,
};

export type Kind = keyof typeof KINDS;

type FieldsOf<K extends Kind> = v.InferOutput<(typeof KINDS)[K]['schema']>;

export type StoredRowOf<K extends Kind> = FieldsOf<K> & { procedure: K };

export const isKind = (procedure: string): procedure is Kind => Object.hasOwn(KINDS, procedure);

export const kindOf = ({ procedure }: { procedure: Kind }): KindRules<FieldsOf<Kind>> => KINDS[procedure];
