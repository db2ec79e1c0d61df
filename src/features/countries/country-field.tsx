import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { countriesQuery } from './queries.ts';

interface CountryFieldProps {
  name: string;
  label: string;
  required?: boolean;
  hint?: string;
}

/**
 * A country by its name, chosen from the list. Where the list cannot be had the name is typed instead: a counter must not
 * stand still because a list is missing.
 */
export function CountryField({ hint, ...field }: CountryFieldProps) {
  const { data, isError } = useQuery(countriesQuery);
  const chosen: unknown = useWatch({ name: field.name });
  if (isError && !data) {
    return (
      <TextField
        {...field}
        autoComplete="off"
        hint="The list of countries couldn’t be loaded. Type the country instead."
      />
    );
  }
  const names = data?.countries.map(({ name }) => name) ?? [];
  // What was chosen from an earlier list stays chosen.
  const known = typeof chosen === 'string' && chosen && !names.includes(chosen) ? [chosen, ...names] : names;
  const options = known.map((name) => ({ value: name, label: name }));
  return <SelectField {...field} hint={hint} options={options} placeholder="Choose a country" disabled={!data} />;
}
