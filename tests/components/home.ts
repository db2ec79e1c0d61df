/** What the first pages after signing in ask the server for. */
import { page } from 'vitest/browser';
import type { ChosenMessages } from '../../src/domain/messages.ts';
import type { Api } from './api.ts';
import { onePage } from './shipments.ts';

/** The dashboard of a customer without shipments. */
export const HOME: Api = {
  shipment: {
    getShipmentsStats: () => ({ inProgress: 0, delivered: 0, cancelled: 0, failed: 0 }),
    getShipments: () => onePage([]),
    getChanges: () => ({ data: [], total: 0, until: '2026-11-16T10:15:00.000Z' }),
  },
};

/** Someone who logs in with a password alone. */
export const NO_FACTORS: Api = {
  factor: {
    getFactors: () => ({ passkeys: [], authenticator: null, recoveryCodes: 0, required: false, resetAt: null }),
  },
};

/** An account of which nothing is under way. */
export const OWN_ACCOUNT: Api = {
  ...NO_FACTORS,
  ownAccount: { get: () => ({ emailChange: null, dataExport: null, obstacles: [] }) },
};

/** The profile of someone who gets no news of their shipments. */
/** Somebody who wants none. */
export const NO_MESSAGES = {
  choices: { mail: [], sms: [], push: [] },
  isOwn: true,
  texted: [],
} satisfies ChosenMessages;
export const PROFILE: Api = { message: { getChoices: () => NO_MESSAGES }, ...OWN_ACCOUNT };

/** Logs out on the page of the profile, and confirms it. */
export async function logOut(): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
}
