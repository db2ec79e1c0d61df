import { deskPhone } from '../../config/desk-phone.ts';
import { dialedNumber } from '../../domain/phone-number.ts';
import { BigLink } from '../../ui/big-button.tsx';

/** Calls a number, however it is written. */
export function CallLink({ phone, children }: { phone: string; children: string }) {
  return (
    <BigLink to={`tel:${dialedNumber(phone)}`} icon="phone">
      {children}
    </BigLink>
  );
}

/** Nothing, if the brand gives no number. */
export function CallDeskLink() {
  const phone = deskPhone();
  return phone && <CallLink phone={phone}>Call the desk</CallLink>;
}
