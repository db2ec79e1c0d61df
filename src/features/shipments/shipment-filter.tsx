import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { choiceLabel } from '../../domain/choice-label.ts';
import { isFiltered, isPrefixSearch, LIST_DAYS, type ManagedPageSearch, type PageSearch } from '../../domain/paged.ts';
import { SHIPMENT_STATUSES, statusLabel } from '../../domain/shipment-status.ts';
import { MAX_LINK_LENGTH } from '../../domain/tracking-id.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field, inputClass } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FilterChips } from './filter-chips.tsx';

interface ShipmentFilterProps {
  filter: ManagedPageSearch;
  to: (filter: ManagedPageSearch) => string;
  hasLabels?: boolean;
  more?: ReactNode;
}

const FIVE_FIELDS =
  'sm:grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.25rem,25%-.5625rem)),1fr))] [@container_page_(width>=70rem)]:!grid-cols-[minmax(0,1fr)_repeat(4,min(11rem,13.5vw))_auto]';
/** The search has its own line. */
const SIX_FIELDS =
  'sm:grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.25rem,33.3%-.5625rem)),1fr))] [@container_page_(width>=70rem)]:!grid-cols-[repeat(5,minmax(0,1fr))_auto]';

/** The filter is in the URL, so it can be shared and survives Back. */
export function ShipmentFilter({ filter, to, hasLabels = false, more }: ShipmentFilterProps) {
  const navigate = useNavigate();
  const isNarrowed = Boolean(filter.status || filter.printed || filter.from || filter.to);
  const [isOpen, setOpen] = useState(isNarrowed);
  const [halfTyped, setHalfTyped] = useState<string>();
  const errorId = useId();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Half a date has no value, so it would not filter.
    const inputs = event.currentTarget.querySelectorAll('input');
    const half = [...inputs].find(({ validity }) => validity.badInput);
    setHalfTyped(half?.name);
    if (half) return half.focus();
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    const next: ManagedPageSearch = Object.fromEntries(typed.filter(([, value]) => value));
    // Accept two days in the wrong order.
    const { from, to: until } = next;
    if ((!from && !until) || next.days === 'created') delete next.days;
    if (from && until && from > until) Object.assign(next, { from: until, to: from });
    navigate(to(next), { preventScrollReset: true });
  }

  const onPhones = isOpen ? '' : 'max-sm:hidden';
  return (
    <search className="stack gap-3">
      <form
        className={`grid gap-3 items-end grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.25rem,50%-.375rem)),1fr))] ${hasLabels ? SIX_FIELDS : FIVE_FIELDS}`}
        noValidate
        onSubmit={submit}
        onInput={() => setHalfTyped(undefined)}
      >
        <div
          className={`col-span-full ${hasLabels ? '' : '[@container_page_(36rem<=width<70rem)]:!col-span-3 [@container_page_(width>=70rem)]:!col-auto'}`}
        >
          <Field label="Search">
            {(control) => (
              <input
                {...control}
                key={filter.q}
                name="q"
                type="search"
                defaultValue={filter.q}
                maxLength={MAX_LINK_LENGTH}
                className={inputClass}
                placeholder="ID, name, address, phone or reference"
                autoComplete="off"
                enterKeyHint="search"
              />
            )}
          </Field>
        </div>
        <Button
          icon="chevron-down"
          className={`sm:hidden ${isOpen ? 'col-span-full' : ''}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Filters
        </Button>
        <div className={`max-sm:col-span-full ${onPhones}`}>
          <StatusField status={filter.status} />
        </div>
        {hasLabels && (
          <div className={`max-sm:col-span-full ${onPhones}`}>
            <ChoiceField label="Labels" name="printed" chosen={filter.printed ?? ''} choices={LABELS} />
          </div>
        )}
        <div className={`max-sm:col-span-full ${onPhones}`}>
          <DaysField days={filter.days} />
        </div>
        <div className={`max-[22em]:col-span-full ${onPhones}`}>
          <DayField name="from" label="From" day={filter.from} errorId={halfTyped === 'from' ? errorId : undefined} />
        </div>
        <div className={`max-[22em]:col-span-full ${onPhones}`}>
          <DayField name="to" label="To" day={filter.to} errorId={halfTyped === 'to' ? errorId : undefined} />
        </div>
        <Button type="submit" icon="search" className={`sm:min-h-$h-field ${isOpen ? 'max-sm:col-span-full' : ''}`}>
          Search
        </Button>
        {halfTyped && (
          <p
            id={errorId}
            role="alert"
            className="field-error col-span-full [@container_page_(width>=70rem)]:!col-[3/-1]"
          >
            <Icon name="circle-alert" className="mt-px" />
            {halfTyped === 'from' ? '“From”' : '“To”'} is not a whole date. Complete or clear it.
          </p>
        )}
      </form>
      {(isFiltered(filter) || more) && (
        <div className="row gap-x-3 gap-y-2">
          {more}
          <FilterChips filter={filter} to={to} />
          {isFiltered(filter) && (
            <ButtonLink variant="quiet" icon="x" small to={to({})} preventScrollReset>
              Reset
            </ButtonLink>
          )}
          {filter.q && isPrefixSearch(filter.q) && (
            <p className="field-hint">
              Only words that begin with “{filter.q}”. Type three or more characters to search anywhere.
            </p>
          )}
        </div>
      )}
    </search>
  );
}

function StatusField({ status }: { status: PageSearch['status'] }) {
  return <ChoiceField label="Status" name="status" chosen={status ?? ''} choices={{ '': 'Any status', ...STATUSES }} />;
}

const STATUSES = Object.fromEntries(SHIPMENT_STATUSES.map((status) => [status, statusLabel(status)]));

const LABELS = { '': 'Any', no: 'Not printed' };

function DaysField({ days = 'created' }: { days: PageSearch['days'] }) {
  return <ChoiceField label="Days" name="days" chosen={days} choices={DAYS} />;
}

const DAYS = Object.fromEntries(LIST_DAYS.map((days) => [days, choiceLabel(days)]));

interface ChoiceFieldProps {
  label: string;
  name: string;
  chosen: string;
  choices: Record<string, string>;
}

function ChoiceField({ label, name, chosen, choices }: ChoiceFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <div className="pick">
          <select {...control} key={chosen} name={name} defaultValue={chosen} className="pick-list">
            {Object.entries(choices).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
      )}
    </Field>
  );
}

interface DayFieldProps {
  name: 'from' | 'to';
  label: string;
  day: string | undefined;
  errorId: string | undefined;
}

function DayField({ name, label, day, errorId }: DayFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          {...(errorId && { 'aria-invalid': true, 'aria-describedby': errorId })}
          key={day}
          name={name}
          type="date"
          defaultValue={day}
          className={`${inputClass} typed px-[12px]`}
        />
      )}
    </Field>
  );
}
