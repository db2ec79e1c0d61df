import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { findsBeginnings, isFiltered, LONGEST_SEARCH, type PageSearch } from '../../domain/paged.ts';
import { SHIPMENT_STATUSES, statusLabel } from '../../domain/shipment-status.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field, inputClass } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/icon.tsx';

interface ShipmentFilterProps {
  /** What the list shows now. */
  filter: PageSearch;
  /** The address of the same list under another filter. */
  to: (filter: PageSearch) => string;
}

/**
 * What a list of shipments is narrowed by: text, status and days. It goes into the address, so that a list can be shared
 * and comes back by the back button. Phones show the search, and the rest when it is asked for or in use.
 */
export function ShipmentFilter({ filter, to }: ShipmentFilterProps) {
  const navigate = useNavigate();
  const isNarrowed = Boolean(filter.status || filter.from || filter.to);
  const [isOpen, setOpen] = useState(isNarrowed);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    navigate(to(Object.fromEntries(typed.filter(([, value]) => value))), { preventScrollReset: true });
  }

  return (
    <search>
      <form className="grid gap-3" onSubmit={submit}>
        <div className="grid gap-3 grid-cols-[minmax(0,1fr)_auto] items-end">
          <Field label="Search">
            {(control) => (
              <input
                {...control}
                key={filter.q}
                name="q"
                type="search"
                defaultValue={filter.q}
                maxLength={LONGEST_SEARCH}
                className={inputClass}
                placeholder="Tracking ID, name, email or description"
                autoComplete="off"
                enterKeyHint="search"
              />
            )}
          </Field>
          <Button type="submit" icon="search" className="min-h-$h-field">
            Search
          </Button>
        </div>
        {filter.q && findsBeginnings(filter.q) && (
          <p className="field-hint">These are words that begin with it. Three characters are found anywhere.</p>
        )}
        <Button
          variant="quiet"
          small
          icon="chevron-down"
          className="sm:hidden justify-self-start -ml-3"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Filters
        </Button>
        <div
          className={`${isOpen ? 'grid' : 'hidden'} sm:grid gap-3 grid-cols-2 sm:grid-cols-[repeat(3,minmax(0,13rem))_auto] sm:justify-start items-end [&>.field:first-child]:max-sm:col-span-full`}
        >
          <StatusField status={filter.status} />
          <DayField name="from" label="From" day={filter.from} />
          <DayField name="to" label="To" day={filter.to} />
          {isFiltered(filter) && (
            <ButtonLink variant="quiet" icon="x" to={to({})} preventScrollReset className="justify-self-start">
              Reset
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  );
}

function StatusField({ status }: { status: PageSearch['status'] }) {
  return (
    <Field label="Status">
      {(control) => (
        <div className="pick">
          <select
            {...control}
            key={status}
            name="status"
            defaultValue={status ?? ''}
            className={`${inputClass} appearance-none pr-12`}
          >
            <option value="">Any status</option>
            {SHIPMENT_STATUSES.map((known) => (
              <option key={known} value={known}>
                {statusLabel(known)}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
      )}
    </Field>
  );
}

function DayField({ name, label, day }: { name: 'from' | 'to'; label: string; day: string | undefined }) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          key={day}
          name={name}
          type="date"
          defaultValue={day}
          className={`${inputClass} typed px-3`}
        />
      )}
    </Field>
  );
}
