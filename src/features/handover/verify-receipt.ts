import * as v from 'valibot';
import { fetchSigningKeys } from '../../api/signing-keys.ts';
import { fromBase64Url, isSignedBy } from '../../browser/crypto/verify-es256.ts';
import { MAX_RECEIPT_BYTES, type Receipt, ReceiptSchema } from '../../domain/receipt.ts';

export type Verdict = { receipt: Receipt } | { problem: 'no-receipt' | 'no-keys' | 'altered' };

/** The file may be anything. */
export async function verifyReceipt(file: Blob): Promise<Verdict> {
  const parsed = file.size <= MAX_RECEIPT_BYTES ? parse((await file.text()).trim()) : null;
  if (!parsed) return { problem: 'no-receipt' };
  const keys = await fetchSigningKeys().catch(() => null);
  if (!keys) return { problem: 'no-keys' };
  const key = keys.find(({ kid }) => kid === parsed.kid);
  const isGenuine = key && (await isSignedBy(key, parsed.signed, parsed.signature));
  return isGenuine ? { receipt: parsed.receipt } : { problem: 'altered' };
}

function parse(jws: string) {
  try {
    const [header = '', payload = '', signature = '', ...more] = jws.split('.');
    const { alg, kid } = JSON.parse(new TextDecoder().decode(fromBase64Url(header)));
    const content: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(payload)));
    const { success, output: receipt } = v.safeParse(ReceiptSchema, content);
    if (alg !== 'ES256' || typeof kid !== 'string' || !success || more.length > 0) return null;
    const signed = new TextEncoder().encode(`${header}.${payload}`);
    return { kid, receipt, signed, signature: fromBase64Url(signature) };
  } catch {
    return null;
  }
}
