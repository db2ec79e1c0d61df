import { deskPhone } from '../../config/desk-phone.ts';
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
  const phone = deskPhone();
  return phone && <CallLink phone={phone}>Call the desk</CallLink>;
}
