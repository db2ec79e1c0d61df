/** Shipments as the REST interface shows them: what is here is frozen (tests/server/v1). */
import * as v from 'valibot';
import { ACTIVITY_KINDS } from '../activity.ts';
import { CODE_RULES, FAILURE_REASONS } from '../delivery.ts';
import { anyMoment, IdSchema, optionalText, strictInput } from '../field-schemas.ts';
import { LABEL_SIZES, PRINTER_DPI } from '../labels/printing.ts';
import { DECISION_ENTRIES, NextStepSchema, ShownNextStepSchema } from '../next-step.ts';
import { SERVICE_TYPES } from '../shipment.ts';
import { SHIPMENT_STATUSES } from '../shipment-status.ts';
import { PLACES } from '../whereabouts.ts';

/** In rows. */
export const V1_PAGE_SIZE = 50;
/** How long the bytes of a proof can be fetched, in milliseconds. */
export const PROOF_LINK_LIFE = 10 * 60 * 1000;

const describe = <Schema extends v.GenericSchema>(schema: Schema, words: string) =>
  v.pipe(schema, v.description(words));

const time = (words: string) => describe(v.string(), `${words}, as ISO 8601 in UTC`);
const status = v.picklist(SHIPMENT_STATUSES, 'This status doesn’t exist.');

const PartySchema = v.object({
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  country: v.string(),
});

export const labelNote = describe(
  v.string(),
  'What its label has no room for and cuts, in a sentence; empty if all of it fits',
);

export const codNote = describe(
  v.string(),
  'What to know about paying it in cash, in a sentence, such as that coins can’t make it up; empty if there is nothing',
);

const V1NextStepSchema = v.object({
  kind: describe(
    NextStepSchema.entries.kind,
    'again (we try again), sender (you decide), desk (we decide), receiver (they collect it) or over',
  ),
  says: describe(v.string(), 'The same as a sentence for people'),
  reason: describe(v.optional(v.string()), 'Why it was not delivered, in words'),
  day: describe(v.optional(v.string()), 'When we try again, if it is known'),
  until: describe(v.optional(v.string()), 'The last day on which you decide'),
  otherwise: describe(
    NextStepSchema.entries.otherwise,
    'What counts after that: bring-back (it goes back to you) or desk (we decide)',
  ),
  decision: describe(NextStepSchema.entries.decision, 'What was decided'),
  acts: describe(ShownNextStepSchema.entries.acts, 'What you can decide, with its price'),
  days: describe(v.array(v.string()), 'On which days we can try again'),
});

const V1PromiseSchema = v.object({
  day: describe(v.nullable(v.string()), 'The day on which it comes; null while nobody knows it'),
  from: describe(v.optional(v.string()), 'Of a window, as ISO 8601 in UTC'),
  to: describe(v.optional(v.string()), 'Of a window, as ISO 8601 in UTC'),
  at_depot: describe(v.boolean(), 'Its receiver collects it at our depot'),
  to_pay: describe(v.number(), 'What the receiver still pays at the door; 0 for nothing'),
  needs_code: describe(v.boolean(), 'Whether we ask for the receiver’s code'),
});

/** decideShipment. */
export const V1DecideSchema = strictInput(DECISION_ENTRIES);
export type V1Decide = v.InferOutput<typeof V1DecideSchema>;

export const V1ShipmentSchema = v.object({
  id: v.string(),
  tracking_id: v.string(),
  tracking_url: describe(v.string(), 'The page that the receiver opens'),
  label_url: describe(v.string(), 'The label as a PDF; fetch it with your key'),
  reference: describe(v.string(), 'Your own number for it, such as an order number; can be empty'),
  return_of: describe(v.optional(v.string()), 'Only of a return: the id of the shipment that goes back'),
  status: v.picklist(SHIPMENT_STATUSES),
  service: v.picklist(SERVICE_TYPES),
  description: v.string(),
  parcels: v.number(),
  time_window: describe(v.string(), 'When it may be delivered, such as before 12:00; empty for any time'),
  handover_code: describe(
    v.picklist(CODE_RULES),
    'Whether the courier needs the receiver’s code: required, qr (only the QR code will do) or off',
  ),
  weight: v.string(),
  dimensions: v.string(),
  value: v.number(),
  fee: describe(v.number(), 'What it costs'),
  cod: describe(v.optional(v.number()), 'Cash on delivery: what the receiver pays at the door'),
  paid: describe(
    v.optional(v.object({ method: v.string(), amount: v.number(), at: v.string(), counted: v.boolean() })),
    'How the receiver paid: cash, card, or before to you. Once we have counted it, it is on your account. Not in lists',
  ),
  whereabouts: describe(
    v.optional(
      v.array(
        v.object({
          parcels: describe(v.array(v.number()), 'Their numbers, from 1 on'),
          place: describe(
            v.picklist(PLACES),
            'sender: nobody has collected it; collected: in the van that fetched it; depot; van: out for delivery; receiver; missing',
          ),
          since: time('When it came there'),
        }),
      ),
    ),
    'Where its parcels are. Not in lists, and not of test shipments',
  ),
  promise: describe(
    v.optional(V1PromiseSchema),
    'What its receiver reads of the delivery. Not in lists, and not of test shipments',
  ),
  next_step: describe(
    v.optional(V1NextStepSchema),
    'What happens next after a visit that failed, and who decides. Not in lists',
  ),
  sender: PartySchema,
  receiver: PartySchema,
  address: describe(
    v.nullable(
      v.object({
        line1: v.string(),
        line2: v.string(),
        city: v.string(),
        postcode: v.string(),
        country: v.string(),
      }),
    ),
    'Null once we have corrected ship_to',
  ),
  ship_to: describe(v.string(), 'The address as it stands on the label'),
  label_note: labelNote,
  cod_note: codNote,
  ship_date: time('When it is handed over'),
  delivery_date: v.nullable(time('When it should arrive')),
  created_at: time('When it was created'),
  updated_at: time('When it last changed'),
});
export type V1Shipment = v.InferOutput<typeof V1ShipmentSchema>;

export const V1ShipmentPageSchema = v.object({
  data: v.array(V1ShipmentSchema),
  next_cursor: describe(v.nullable(v.string()), 'Send it as cursor to get the next page; null on the last'),
});
export type V1ShipmentPage = v.InferOutput<typeof V1ShipmentPageSchema>;

export const V1ListShipmentsSchema = strictInput({
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(200, 'Send the next_cursor of the page before.'),
      v.regex(/^[\w-]+$/, 'Send the next_cursor of the page before.'),
      v.description('The next_cursor of the page before'),
    ),
  ),
  updated_since: v.optional(
    describe(
      anyMoment('updated_since'),
      'Only what has changed since, such as 2026-11-20T06:40:00Z: send the latest updated_at that you have',
    ),
  ),
  reference: v.optional(describe(optionalText('Reference', 64), 'Only what has exactly this reference')),
  status: v.optional(status),
});
export type V1ListShipments = v.InferOutput<typeof V1ListShipmentsSchema>;

export const V1AdvanceSchema = strictInput({
  status: v.optional(describe(status, 'Where it goes; if you leave it out, to the next one')),
  reason: v.optional(
    describe(
      v.picklist(FAILURE_REASONS, 'This reason doesn’t exist.'),
      'Why a visit failed: your webhook gets shipment.attempted, and the status stays unless you send one',
    ),
  ),
});
export type V1Advance = v.InferOutput<typeof V1AdvanceSchema>;

export const V1ByIdSchema = strictInput({ id: IdSchema });

export const V1EventSchema = v.object({
  id: v.string(),
  kind: v.picklist(ACTIVITY_KINDS),
  status: describe(v.picklist(SHIPMENT_STATUSES), 'The status it had then'),
  comment: v.string(),
  location: v.string(),
  occurred_at: time('When it happened'),
  received_at: time('When we heard of it'),
});
export const V1EventsSchema = v.object({ data: v.array(V1EventSchema) });
export type V1Event = v.InferOutput<typeof V1EventSchema>;

export const V1ProofSchema = v.object({
  kind: v.picklist(['photo', 'signature']),
  result: describe(v.picklist(['delivered', 'failed']), 'What became of the visit'),
  occurred_at: time('When the courier was there'),
  url: describe(v.string(), 'The picture (WebP), for ten minutes and without a key'),
  expires_at: time('Until when the url works'),
});
export const V1ProofsSchema = v.object({ data: v.array(V1ProofSchema) });
export type V1Proof = v.InferOutput<typeof V1ProofSchema>;

export const V1_LABEL_FORMATS = ['pdf', 'zpl', 'png'] as const;

export const V1LabelSchema = strictInput({
  format: v.optional(v.picklist(V1_LABEL_FORMATS, 'Choose pdf, zpl or png.'), 'pdf'),
  size: v.optional(v.picklist(LABEL_SIZES, 'This size doesn’t exist.'), '100x150'),
  dpi: v.optional(
    v.pipe(
      v.picklist(
        PRINTER_DPI.map((dpi) => `${dpi}` as const),
        'Choose 203 or 300.',
      ),
      v.description('Dots per inch, for zpl and png'),
    ),
    '203',
  ),
  page: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:[1-9]|1\d|20)$/, 'Choose a page from 1 to 20.'),
      v.transform(Number),
      v.description('For png, which has one page: each is the label of one parcel, or has four on A4'),
    ),
    '1',
  ),
});
export type V1Label = v.InferOutput<typeof V1LabelSchema>;
