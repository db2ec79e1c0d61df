import { describe, expect, it } from 'vitest';
import { faultSentence, sentences, texts, tooManyAttempts } from './errors.ts';

describe('the error catalogue', () => {
  it('says literally what the specification says in section 8', () => {
    // Those of a single page are in its test.
    expect(texts).toMatchObject({
      pageNotFound: 'Page not found',
      shipmentNotFound: 'Shipment not found',
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
    });
  });

  it('has a different sentence for every kind of error', () => {
    const all = Object.values(sentences);
    expect(new Set(all).size).toBe(all.length);
    for (const sentence of all) expect(sentence).toMatch(/^[A-Z][^{}<>]+\.$/);
  });

  it.each([
    [59, '59 seconds'],
    [60, '1 minute'],
    [720, '12 minutes'],
    [3600, '60 minutes'],
    [86_400, '24 hours'],
  ])('gives a wait of %d seconds as %s', (seconds, wait) => {
    expect(tooManyAttempts(seconds)).toBe(`Too many attempts. Try again in ${wait}.`);
  });

  it('says of a fault of ours nothing but the request that finds it in the log', () => {
    expect(faultSentence('r-17')).toBe('Something went wrong on our side. Please try again. (Request r-17)');
  });
});
