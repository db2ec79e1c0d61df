import * as v from 'valibot';
import { strictInput } from './field-schemas.ts';
import { MAIL_KINDS, mailLabel } from './mail.ts';
import { canCarry, eventOfStatus, type MessageEvent, messageLabel } from './messages.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';

const KINDS = MAIL_KINDS.filter((kind) => kind !== 'status-changed');

/** Every message that we send: of each status, of each other kind of email, and the one that is only a text. */
export const PREVIEWS = [...SHIPMENT_STATUSES, ...KINDS, 'code'] as const;
export type Preview = (typeof PREVIEWS)[number];

export const statusOf = (one: Preview) => SHIPMENT_STATUSES.find((status) => status === one);
export const kindOf = (one: Preview) => KINDS.find((kind) => kind === one);

export function previewLabel(one: Preview): string {
  const [status, kind] = [statusOf(one), kindOf(one)];
  return status ? messageLabel(eventOfStatus(status)) : kind ? mailLabel(kind) : messageLabel('code');
}

const TEXTED: Partial<Record<Preview, MessageEvent>> = {
  'two-stops': 'two-stops',
  'delivery-attempted': 'missed',
  code: 'code',
};

/** The text about the same. */
export function textOf(one: Preview): MessageEvent | undefined {
  const status = statusOf(one);
  const event = status ? eventOfStatus(status) : TEXTED[one];
  return event && canCarry('sms', event) ? event : undefined;
}

export const PreviewSchema = strictInput({ message: v.picklist(PREVIEWS, 'This message doesn’t exist.') });

/** mail.preview: each null if there is none, codes and link tokens masked. */
export const MessagePreviewSchema = v.object({
  mail: v.nullable(v.object({ receiver: v.string(), subject: v.string(), text: v.string(), page: v.string() })),
  sms: v.nullable(v.string()),
});
export type MessagePreview = v.InferOutput<typeof MessagePreviewSchema>;

export const parsePreview = (value: string | null): Preview | undefined => PREVIEWS.find((one) => one === value);
