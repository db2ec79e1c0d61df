import type { ReactNode } from 'react';
import { TextField } from '../../ui/form/text-field.tsx';
import { CountryField } from '../countries/country-field.tsx';

export function ProfileFields({ children }: { children?: ReactNode }) {
  return (
    <>
      <TextField name="firstName" label="First name" autoComplete="given-name" required />
      <TextField name="lastName" label="Last name" autoComplete="family-name" required />
      {children}
      <TextField name="phone" label="Phone number" type="tel" autoComplete="tel" mono required />
      <TextField name="dob" label="Date of birth" type="date" autoComplete="bday" mono required />
      <TextField name="address" label="Address" autoComplete="street-address" wide required />
      <TextField name="city" label="City" autoComplete="address-level2" required />
      <TextField name="state" label="State" autoComplete="address-level1" required />
      <CountryField name="nationality" label="Nationality" required />
    </>
  );
}
