import { site } from '../../config/site.ts';
import { dialedNumber } from '../../domain/phone-number.ts';
import { BigLink } from '../../ui/big-button.tsx';

export function CallLink({ phone, children }: { phone: string; children: string }) {
  return (
    <BigLink to={`tel:${dialedNumber(phone)}`} icon="phone">
      {children}
    </BigLink>
  );
}

/** Renders nothing if the brand has no number. */
export function CallDeskLink() {
  return site.phone && <CallLink phone={site.phone}>Call the desk</CallLink>;
}
