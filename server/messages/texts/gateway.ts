/** The gateway has Twilio's Messages API, which many copy, or JSON by the brand's settings. */
import { createHmac } from 'node:crypto';
import type { Environment } from '../../base/config/env.ts';
import { isSameSecret } from '../../base/secrets/secrets.ts';
import { sendWebhook, type WebhookAnswer } from '../../webhooks/send-webhook.ts';

const MAX_ANSWER_BYTES = 16_384;
/** Twilio's for a number that has answered STOP to it. */
const STOPPED = 21610;
/** Our settings can be mended, and a gateway may recover. */
const COMES_BACK = [401, 402, 403, 404, 429, 503];

export interface Sms {
  id: string;
  to: string;
  text: string;
}

export type SmsResult =
  | { outcome: 'sent'; gatewayId: string | null }
  | { outcome: 'later' | 'refused' | 'unknown'; problem: string; isStopped?: boolean };

export interface SmsReport {
  state: 'sent' | 'delivered' | 'failed' | null;
  problem: string | null;
  /** In the brand's currency. */
  price: number | null;
}

type Fields = Record<string, unknown>;
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

export const reportPath = (id: string) => `/v1/sms/reports/${id}`;
export const INBOUND_PATH = '/v1/sms/inbound';

function fill(template: unknown, values: Record<string, string>): unknown {
  if (typeof template === 'string') return template.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
  if (Array.isArray(template)) return template.map((one) => fill(one, values));
  if (template === null || typeof template !== 'object') return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fill(value, values)]));
}

const authorizationOf = ({ SMS_KIND, SMS_TOKEN }: Environment) =>
  SMS_KIND === 'generic' ? `Bearer ${SMS_TOKEN}` : `Basic ${Buffer.from(SMS_TOKEN).toString('base64')}`;

function requestFor(environment: Environment, { id, to, text }: Sms) {
  const { SMS_KIND, SMS_FROM, SMS_BODY, PUBLIC_URL } = environment;
  const report = new URL(reportPath(id), PUBLIC_URL).href;
  if (SMS_KIND === 'generic') {
    const body = JSON.stringify(fill(SMS_BODY, { id, to, text, from: SMS_FROM, report }));
    return { body, type: 'application/json' };
  }
  const from = /^MG[0-9a-f]{32}$/.test(SMS_FROM) ? 'MessagingServiceSid' : 'From';
  const body = new URLSearchParams({ To: to, [from]: SMS_FROM, Body: text, StatusCallback: report }).toString();
  return { body, type: 'application/x-www-form-urlencoded' };
}

const destinationOf = ({ NODE_ENV }: Environment) => ({ allowsLoopback: NODE_ENV !== 'production' });

/** Returns null if the gateway responds. Nothing is sent. */
export async function tryGateway(environment: Environment): Promise<string | null> {
  const headers = { authorization: authorizationOf(environment), accept: 'application/json' };
  const request = { method: 'GET', body: '', headers, maxAnswerBytes: MAX_ANSWER_BYTES } as const;
  const tried = await sendWebhook(environment.SMS_URL ?? '', request, destinationOf(environment));
  const { status, answer, problem } = tried;
  if (status === null) return problem;
  // A gateway of another kind need not know this question.
  const isRejected = environment.SMS_KIND === 'twilio' && (status === 401 || status === 403);
  return isRejected || status >= 500 ? sayRefusal(status, parseObject(answer)) : null;
}

/** Sends once: what may have been taken is `unknown`. */
export async function giveToGateway(environment: Environment, sms: Sms): Promise<SmsResult> {
  const { body, type } = requestFor(environment, sms);
  const headers = {
    'content-type': type,
    authorization: authorizationOf(environment),
    accept: 'application/json',
  };
  const request = { body, headers, maxAnswerBytes: MAX_ANSWER_BYTES };
  return readAnswer(await sendWebhook(environment.SMS_URL ?? '', request, destinationOf(environment)));
}

function sayRefusal(status: number, { message, error }: Fields): string {
  const said = textOf(message ?? error).slice(0, 200);
  return `The gateway answered ${status}${said ? `: ${said}` : ''}.`;
}

export function readAnswer({ status, answer, problem, isConnected }: WebhookAnswer): SmsResult {
  if (status === null) return { outcome: isConnected ? 'unknown' : 'later', problem };
  const fields = parseObject(answer);
  const { sid, id, messageId, code } = fields;
  if (status >= 200 && status < 300)
    return { outcome: 'sent', gatewayId: textOf(sid ?? id ?? messageId).slice(0, 100) || null };
  const refused = sayRefusal(status, fields);
  if (COMES_BACK.includes(status)) return { outcome: 'later', problem: refused };
  // 503 says that nothing was done. Any other 5xx may come after something took the message, as
  // from a proxy that lost the response.
  if (status >= 500 || status === 408) return { outcome: 'unknown', problem: refused };
  return { outcome: 'refused', problem: refused, isStopped: Number(code) === STOPPED };
}

function parseObject(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};
  } catch {
    return {};
  }
}

/** Null unless the gateway signed it. */
export function readSigned(
  { SMS_KIND, SMS_TOKEN, PUBLIC_URL }: Pick<Environment, 'SMS_KIND' | 'SMS_TOKEN' | 'PUBLIC_URL'>,
  { path, body, signature }: { path: string; body: string; signature: string },
): Fields | null {
  const address = new URL(path, PUBLIC_URL).href;
  if (SMS_KIND === 'generic') {
    const right = createHmac('sha256', SMS_TOKEN)
      .update(address + body)
      .digest('hex');
    return isSameSecret(right, signature.toLowerCase()) ? parseObject(body) : null;
  }
  const fields = [...new URLSearchParams(body)];
  const signed = fields
    .toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)))
    .map(([name, value]) => name + value);
  const key = SMS_TOKEN.slice(SMS_TOKEN.indexOf(':') + 1);
  const right = createHmac('sha1', key)
    .update([address, ...signed].join(''))
    .digest('base64');
  return isSameSecret(right, signature) ? Object.fromEntries(fields) : null;
}

const REPORTED: Record<string, SmsReport['state']> = {
  accepted: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
};

export function readReport({ MessageStatus, ErrorCode, status, error, price }: Fields): SmsReport {
  const said = textOf(MessageStatus ?? status).toLowerCase();
  const state = Object.hasOwn(REPORTED, said) ? (REPORTED[said] ?? null) : null;
  const reason = textOf(ErrorCode ?? error).slice(0, 100);
  // An empty price is not known yet.
  const cost = Math.abs(Number(textOf(price).trim() || Number.NaN));
  return {
    state,
    problem: state === 'failed' ? `The phone did not get it${reason ? ` (${reason})` : ''}.` : null,
    price: cost < 1_000 ? cost : null,
  };
}

export function readInbound({ From, Body, from, text, OptOutType }: Fields) {
  const words = textOf(Body ?? text);
  // Twilio has already replied if it has Advanced Opt-Out.
  return { number: textOf(From ?? from).slice(0, 32), words, isAnswered: OptOutType !== undefined };
}
