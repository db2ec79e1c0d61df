import { hash } from 'node:crypto';
import { isEvidenceSignature, type Secrets } from '../base/secrets/secrets.ts';
import type { EvidenceHead } from './store/evidence-heads.ts';

/** Changed whenever the digest is computed differently. */
const FORMAT = 'waybill-head-1';

type UnsignedHead = Omit<EvidenceHead, 'digest' | 'signature' | 'publicKey'>;

export function headDigest(head: UnsignedHead, before: EvidenceHead | null): Buffer {
  const text = JSON.stringify([
    FORMAT,
    head.number,
    head.coversFrom?.toISOString() ?? null,
    head.upTo.toISOString(),
    head.auditRows,
    head.auditDigest.toString('hex'),
    head.ledgerRows,
    head.ledgerDigest.toString('hex'),
    before?.digest.toString('hex') ?? null,
  ]);
  return hash('sha256', text, 'buffer');
}

export function signHead(secrets: Secrets, covered: UnsignedHead, before: EvidenceHead | null): EvidenceHead {
  const digest = headDigest(covered, before);
  return { ...covered, digest, signature: secrets.signEvidence(digest), publicKey: secrets.evidenceKey };
}

export function formatHead({ number, upTo, ...head }: EvidenceHead): string {
  const keys = [head.digest, head.signature, head.publicKey].map((bytes) => bytes.toString('base64url'));
  return [FORMAT, number, upTo.toISOString(), ...keys].join(' ');
}

export interface ExportedHead {
  number: number;
  upTo: string;
  digest: Buffer;
  publicKey: Buffer;
}

const LINE = new RegExp(`^${FORMAT} (\\d{1,9}) (\\S{24}) ([\\w-]{43}) ([\\w-]{86}) ([\\w-]{43})$`);

export function parseHead(line: string): ExportedHead | null {
  const [, number, upTo = '', ...rest] = LINE.exec(line.trim().replace(/\s+/g, ' ')) ?? [];
  const [digest, signature, publicKey] = rest.map((text) => Buffer.from(text, 'base64url'));
  if (!number || !digest || !signature || !publicKey) return null;
  if (!isEvidenceSignature(digest, signature, publicKey)) return null;
  return { number: Number(number), upTo, digest, publicKey };
}
