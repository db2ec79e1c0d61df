import { counted } from './figures.ts';
import type { ShopProblem } from './shop-problem.ts';

/** The error catalogue (specification section 8). */
export const texts = {
  pageNotFound: 'Page not found',
  shipmentNotFound: 'Shipment not found',
  testShipment: 'This ID belongs to a test shipment. It doesn’t travel, so there is nothing to track.',
  trackFailed: 'Failed to track shipment',
  verificationFailed: 'Verification failed',
  registerFailed: 'Account creation failed',
  loginFailed: 'Login failed',
  updatePasswordFailed: 'Failed to update password',
  resetPasswordFailed: 'Password reset failed',
  noShipments: 'No shipments found.',
  noUsers: 'No users found.',
  noTransactions: 'No transactions found.',
  noBills: 'No bills found.',
  noImages: 'No images',
  badTransport: 'Unable to transform response from server',
  noFetch: 'No fetch implementation found',
  needsConnection: 'You need to be online for this. Nothing was sent.',
  notOnDevice: 'Not on this device yet. Go online to load it.',
  notKept: 'This device is out of space. Nothing was sent. Free some space and try again.',
  noAnswer: 'No response from the server. Check your connection and try again.',
  portal: 'This Wi-Fi requires you to sign in. Open its sign-in page in your browser, then try again.',
  fault: 'The server has a problem. Please try again in a moment.',
} as const;

// The app's start does not load `texts`.
export const CHECK_INPUT = 'Please check what you entered.';
export const LOG_IN = 'Please log in.';
export const BUSY = 'The service is busy. Please try again in a moment.';

/** Clients never get a library's text. */
export const sentences = {
  BAD_REQUEST: CHECK_INPUT,
  PARSE_ERROR: 'The request could not be read.',
  UNAUTHORIZED: LOG_IN,
  FORBIDDEN: 'Your account doesn’t have access.',
  NOT_FOUND: 'Not found.',
  METHOD_NOT_SUPPORTED: 'This call does not exist.',
  TIMEOUT: 'This took too long. Please try again.',
  CONFLICT: 'This has changed. Please check it and try again.',
  PRECONDITION_FAILED: 'This isn’t possible right now.',
  PAYLOAD_TOO_LARGE: 'This is too large.',
  TOO_MANY_REQUESTS: 'Too many attempts. Please wait a moment and try again.',
  SERVICE_UNAVAILABLE: BUSY,
} as const;

/** It says how long to wait, and what still works. */
export function tooManyAttempts(seconds: number, instead?: string): string {
  const minutes = Math.ceil(seconds / 60);
  const wait =
    seconds < 60
      ? counted(seconds, 'second')
      : minutes < 120
        ? counted(minutes, 'minute')
        : counted(Math.ceil(minutes / 60), 'hour');
  return [`Too many attempts. Try again in ${wait}.`, instead].filter(Boolean).join(' ');
}

export type SentenceCode = keyof typeof sentences;

export function faultSentence(requestId: string): string {
  return `Something went wrong on our side. Please try again. (Request ${requestId})`;
}

export interface ErrorData {
  code: string;
  requestId: string;
  fieldErrors?: Record<string, string[]>;
  toDecide?: readonly ToDecide[];
  /** Why a shop’s shipment was refused. */
  shop?: ShopProblem | undefined;
  /**
   * `proof`: the person proves who they are, then the same call goes through. `second-factor`: this
   * session or account has none, and can do nothing without it.
   */
  needs?: 'proof' | 'second-factor' | undefined;
  /** The password is right; this step has to follow within ten minutes. */
  secondStep?: SecondStep | undefined;
}

export interface SecondStep {
  ticket: string;
  passkey: boolean;
  /** An authenticator app can give the code; a recovery code always works. */
  code: boolean;
}

/** A manager has to decide first; `why` is a label. `isBarred`: never. */
export interface ToDecide {
  id: string;
  trackingId: string;
  why: string;
  isBarred?: true;
}

/** Errors could be ten times the input. */
const MAX_FIELD_ERRORS = 50;

interface Issue {
  message: string;
  path?: readonly unknown[] | undefined;
}

export function fieldErrorsOf(issues: readonly Issue[]): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const { path = [], message } of issues.slice(0, MAX_FIELD_ERRORS)) {
    const keys = path.map((part) => String(typeof part === 'object' && part && 'key' in part ? part.key : part));
    const key = keys.join('.').slice(0, 100);
    fields.set(key, [...(fields.get(key) ?? []), message]);
  }
  return Object.fromEntries(fields);
}
