import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { createTotpSecret, findTotpStep, totpUri } from './totp.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 10);
const STEP = Math.floor(NOW / 30_000);

describe('a code', () => {
  const secret = createTotpSecret();
  const codeAt = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: NOW + steps * 30_000 });

  it('is right in its step and those beside it', () => {
    expect([-2, -1, 0, 1, 2].map((steps) => findTotpStep(secret, codeAt(steps), NOW))).toEqual([
      null,
      STEP - 1,
      STEP,
      STEP + 1,
      null,
    ]);
  });

  it('is wrong if it is shorter, longer or no number', () => {
    for (const code of ['', codeAt(0).slice(1), `${codeAt(0)}0`, 'ABCDEF']) {
      expect(findTotpStep(secret, code, NOW)).toBeNull();
    }
  });
});

it('puts the site and the person into what apps scan', () => {
  const uri = totpUri({ issuer: 'Waybill', label: 'maja@example.com' }, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(uri).toBe(
    'otpauth://totp/Waybill:maja%40example.com?issuer=Waybill&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  );
});

it('has secrets of 160 bits', () => {
  expect(Secret.fromBase32(createTotpSecret()).bytes.length).toBe(20);
});
