import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useLastError } from '../../ui/list/use-last-error.ts';
import { countriesQuery } from './queries.ts';

/** Typed if the list can't be loaded. */
export function CountryField({ hint, ...field }: { name: string; label: string; required?: boolean; hint?: string }) {
  const query = useQuery(countriesQuery);
  const { data } = query;
  const error = useLastError(query);
  const chosen: unknown = useWatch({ name: field.name });
  if (error && !data) {
    return (
      <TextField
        {...field}
        autoComplete="off"
        hint="The list of countries couldn’t be loaded. Type the country instead."
      />
    );
  }
  const names = data?.countries.map(({ name }) => name) ?? [];
  const known = typeof chosen === 'string' && chosen && !names.includes(chosen) ? [chosen, ...names] : names;
  const options = known.map((name) => ({ value: name, label: name }));
  return (
    <SelectField
      {...field}
      hint={hint}
      options={options}
      placeholder={data ? 'Choose a country' : 'Loading countries'}
      disabled={!data}
    />
  );
}
