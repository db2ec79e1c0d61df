import { useQuery } from '@tanstack/react-query';
import { SelectField, type SelectOption } from '../../ui/form/select-field.tsx';
import { couriersQuery } from './queries.ts';

interface CourierFieldProps {
  label: string;
  except?: string;
  more?: readonly SelectOption[];
}

export function CourierField({ label, except, more = [] }: CourierFieldProps) {
  const { data: couriers, isError } = useQuery(couriersQuery);
  const options = (couriers ?? [])
    .filter(({ id }) => id !== except)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectField
      name="courierId"
      label={label}
      placeholder={couriers || isError ? 'Choose a courier' : 'Loading'}
      options={[...options, ...more]}
      hint={
        couriers?.length === 0 && 'There are no couriers yet. To add one, open a user’s page and choose “Make courier”.'
      }
      required
    />
  );
}
