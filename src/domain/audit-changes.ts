import type { AuditEntry } from './audit.ts';
import { formatActivityDate } from './dates.ts';
import { formatMoney, fromCents } from './money.ts';
import { statusLabel } from './shipment-status.ts';

export interface AuditChange {
  label: string;
  /** Null if there was no value. */
  before: string | null;
  /** Null if the value is gone. */
  after: string | null;
}

/** Internal fields, such as row keys and counters. */
const HIDDEN = new Set(['id', 'userId', 'shipmentId', 'statusVersion', 'createdAt', 'deletedAt']);

/** The fields an entry changed, formatted and in order; unchanged fields are left out. */
export function auditChanges({ before, after }: AuditEntry): AuditChange[] {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})].filter((key) => !HIDDEN.has(key)));
  return [...keys]
    .filter((key) => JSON.stringify(before?.[key]) !== JSON.stringify(after?.[key]))
    .map((key) => ({
      label: labelOf(key),
      before: formatValue(key, before),
      after: formatValueAfter(key, before, after),
    }))
    .filter((change) => change.before !== null || change.after !== null)
    .toSorted((one, other) => (one.label < other.label ? -1 : 1));
}

/** Fields with a fixed set of values, stored in our own spelling. */
const CHOICES = new Set(['status', 'type', 'payer']);

const LABELS: Record<string, string> = {
  header: 'Admin',
  verified: 'Email verified',
  dob: 'Date of birth',
  phone: 'Phone number',
  senderId: 'Sender account',
  receiverId: 'Receiver account',
  trackingId: 'Tracking ID',
  iban: 'IBAN',
};

/** `senderEmail` → 'Sender email', `feeCents` → 'Fee'. */
export function labelOf(key: string): string {
  const words = key.replace(/Cents$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return LABELS[key] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** An account that was changed is another one: who it is, the trail does not say. */
function formatValueAfter(key: string, before: AuditEntry['before'], after: AuditEntry['after']): string | null {
  const words = formatValue(key, after);
  return words === 'Linked' && formatValue(key, before) === 'Linked' ? 'Linked to another account' : words;
}

function formatValue(key: string, fields: Record<string, unknown> | null): string | null {
  const value = fields?.[key];
  if (value === undefined || value === null || value === '') return null;
  if (key === 'senderId' || key === 'receiverId') return 'Linked';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return textOf(key, value);
  if (Array.isArray(value)) return value.length > 0 ? String(value.length) : null;
  if (typeof value !== 'object') return String(value);
  const parts = Object.keys(value).map((inner) => [
    labelOf(inner),
    formatValue(inner, value as Record<string, unknown>),
  ]);
  return parts.map(([label, words]) => `${label}: ${words ?? 'N/A'}`).join(', ');
}

function textOf(key: string, text: string): string {
  if (key.endsWith('Cents')) return formatMoney(fromCents(BigInt(text)));
  if (CHOICES.has(key)) return statusLabel(text);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? formatActivityDate(text) : text;
}
