import { formatDigits, type Handover } from '../../domain/handover.ts';
import { QrCode } from '../../ui/qr-code.tsx';

/** Stored with the shipment, so it shows without a network. */
export function HandoverCode({ handover: { token, digits, isAtDepot = false } }: { handover: Handover }) {
  return (
    <section aria-labelledby="handover" className="grid gap-3">
      <h2 id="handover">Your code for the {isAtDepot ? 'depot' : 'courier'}</h2>
      <div className="justify-self-center w-full max-w-96">
        <QrCode text={token} className="block w-full bg-code-paper fill-code-ink forced-color-adjust-none" />
      </div>
      {digits && (
        <p className="justify-self-center text-id font-800 typed" translate="no">
          {formatDigits(digits)}
        </p>
      )}
      <p>
        {whoScans(isAtDepot, digits !== undefined)} It works without a network. Show it only once you see the parcel,
        and give it to nobody by phone or message.
      </p>
    </section>
  );
}

function whoScans(isAtDepot: boolean, hasDigits: boolean): string {
  if (isAtDepot) return 'We scan it when you collect your parcel.';
  return hasDigits ? 'The courier scans it, or asks for the digits.' : 'The courier scans it.';
}
