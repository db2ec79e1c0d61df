import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDesk } from '../../browser/density.ts';
import { choiceLabel } from '../../domain/choice-label.ts';
import { isFiltered, isPrefixSearch, LIST_DAYS, type ManagedPageSearch, type PageSearch } from '../../domain/paged.ts';
import { SHIPMENT_STATUSES, statusLabel } from '../../domain/shipment-status.ts';
import { MAX_LINK_LENGTH } from '../../domain/tracking-id.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Beside } from '../../ui/dialog/menu.tsx';
import { Field, inputClass } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DayInput } from '../../ui/layout/day-input.tsx';
import { Select } from '../../ui/select.tsx';
import { hasSearch, usePause } from '../../ui/use-pause.ts';
import { FilterChips } from './filter-chips.tsx';

interface ShipmentFilterProps {
  filter: ManagedPageSearch;
  to: (filter: ManagedPageSearch) => string;
  hasLabels?: boolean;
  more?: ReactNode;
}

const FIVE_FIELDS = '[@container_page_(width>=70rem)]:!grid-cols-[minmax(0,1fr)_repeat(4,min(11rem,13.5vw))_auto]';
/** The search has its own line. */
const SEVEN_FIELDS = '[@container_page_(width>=70rem)]:!grid-cols-[repeat(6,minmax(0,1fr))_auto]';
/** On a tablet the search is one line, and the fields are below it once they are wanted. */
const ONE_LINE = '[@container_page_(36rem<=width<70rem)]:!grid-cols-[minmax(0,1fr)_auto_auto]';
const BELOW_IT =
  '[@container_page_(36rem<=width<70rem)]:grid [@container_page_(36rem<=width<70rem)]:grid-cols-3 [@container_page_(36rem<=width<70rem)]:gap-3 [@container_page_(36rem<=width<70rem)]:col-span-full';
const AT_ITS_END =
  '[@container_page_(36rem<=width<70rem)]:row-start-1 [@container_page_(36rem<=width<70rem)]:col-start-3';
const FOLDED = '[@container_page_(width<70rem)]:hidden';

const NAMES = ['q', 'status', 'printed', 'arrival', 'days', 'from', 'to'] as const;

/** The URL has the filter, so it can be shared and survives Back. It acts when it changes. */
export function ShipmentFilter({ filter, to, hasLabels = false, more }: ShipmentFilterProps) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [halfTyped, setHalfTyped] = useState<string>();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const errorId = useId();
  const isAtDesk = useDesk();
  const form = useRef<HTMLFormElement>(null);
  const opener = useRef<HTMLDivElement>(null);
  const pause = usePause();
  const isTyping = useRef(false);

  // A `key` would take the focus from the field that changed it.
  const { q, status, printed, arrival, days, from, to: until } = filter;
  useEffect(() => {
    const values = { q, status, printed, arrival, days: days ?? 'created', from, to: until };
    for (const name of NAMES) {
      const field = form.current?.elements.namedItem(name);
      const value = values[name] ?? '';
      const isBeingTyped = name === 'q' && pause.isOn();
      if (isField(field) && field.value.trim() !== value && !isBeingTyped) field.value = value;
    }
  }, [pause, q, status, printed, arrival, days, from, until]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    pause.stop();
    // Half a date has no value, so it would not filter.
    const inputs = event.currentTarget.querySelectorAll('input');
    const half = [...inputs].find(({ validity }) => validity.badInput);
    if (half && isTyping.current) return;
    setHalfTyped(half?.name);
    if (half) return half.focus();
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    // Most are in a menu at the desk, and keep their value while that is closed.
    const next: ManagedPageSearch = Object.fromEntries(
      Object.entries({ ...filter, ...Object.fromEntries(typed) }).filter(([, value]) => value),
    );
    // Accept two days in the wrong order.
    const { from, to: until } = next;
    if ((!from && !until) || next.days === 'created') delete next.days;
    if (from && until && from > until) Object.assign(next, { from: until, to: from });
    // A day may have acted already when its field was left for the button. Back leaves what was
    // typed at once.
    const replace = to(next) === to(filter) || (isTyping.current && hasSearch());
    navigate(to(next), { preventScrollReset: true, replace });
  }

  function act({ target }: FormEvent<HTMLFormElement>) {
    setHalfTyped(undefined);
    if (target instanceof HTMLSelectElement) form.current?.requestSubmit();
    if (target instanceof HTMLInputElement && target.name === 'q') pause.before(searchTyped);
  }
  function searchTyped() {
    isTyping.current = true;
    form.current?.requestSubmit();
    isTyping.current = false;
  }
  const dayIsSet = () => form.current?.requestSubmit();

  const attributes = { ref: form, noValidate: true, onSubmit: submit, onInput: act };
  const error = halfTyped && (
    <p id={errorId} role="alert" className="field-error col-span-full [@container_page_(width>=70rem)]:!col-[3/-1]">
      <Icon name="circle-alert" className="mt-px" />
      {halfTyped === 'from' ? '“From”' : '“To”'} is not a whole date. Complete or clear it.
    </p>
  );
  const dayField = (name: 'from' | 'to') => (
    <DayField
      name={name}
      label={name === 'from' ? 'From' : 'To'}
      day={filter[name]}
      errorId={halfTyped === name ? errorId : undefined}
      onSet={dayIsSet}
    />
  );
  const chips = (
    <>
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
    </>
  );

  if (isAtDesk) {
    return (
      <search>
        <form {...attributes} className="row gap-x-3 gap-y-2">
          <input {...SEARCH} aria-label="Search" defaultValue={filter.q} className={`${inputClass} !w-88`} />
          <div ref={opener}>
            <Button icon="chevron-down" aria-haspopup="dialog" onClick={() => setMenuOpen(true)}>
              Filter
            </Button>
          </div>
          {chips}
          {isMenuOpen && (
            <Beside
              title="Filter"
              anchor={opener.current}
              widthRem={20}
              firstFocus={(dialog) => dialog.querySelector('select')}
              onClose={() => setMenuOpen(false)}
            >
              <div className="stack gap-3 p-4">
                <StatusField status={filter.status} />
                {hasLabels && <LabelsField printed={filter.printed} />}
                {hasLabels && <ArrivalField arrival={filter.arrival} />}
                <DaysField days={filter.days} />
                {dayField('from')}
                {dayField('to')}
                {error}
              </div>
            </Beside>
          )}
        </form>
      </search>
    );
  }
  return (
    <search className="stack gap-3">
      <form
        {...attributes}
        className={`grid gap-3 items-end grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.25rem,50%-.375rem)),1fr))] ${ONE_LINE} ${hasLabels ? SEVEN_FIELDS : FIVE_FIELDS}`}
      >
        <div
          className={`col-span-full [@container_page_(36rem<=width<70rem)]:!col-auto ${hasLabels ? '' : '[@container_page_(width>=70rem)]:!col-auto'}`}
        >
          <Field label="Search">
            {(control) => <input {...control} {...SEARCH} defaultValue={filter.q} className={inputClass} />}
          </Field>
        </div>
        <Button
          icon="chevron-down"
          className={`[@container_page_(width>=70rem)]:hidden sm:min-h-$h-field px-3 ${isOpen ? 'max-sm:col-span-full' : ''}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Filters
        </Button>
        <div className={`contents ${isOpen ? BELOW_IT : FOLDED}`}>
          <div className="max-sm:col-span-full">
            <StatusField status={filter.status} />
          </div>
          {hasLabels && (
            <div className="max-sm:col-span-full">
              <LabelsField printed={filter.printed} />
            </div>
          )}
          {hasLabels && (
            <div className="max-sm:col-span-full">
              <ArrivalField arrival={filter.arrival} />
            </div>
          )}
          <div className="max-sm:col-span-full">
            <DaysField days={filter.days} />
          </div>
          <div className="max-[22em]:col-span-full">{dayField('from')}</div>
          <div className="max-[22em]:col-span-full">{dayField('to')}</div>
        </div>
        <Button
          type="submit"
          icon="search"
          className={`px-3 sm:min-h-$h-field ${isOpen ? 'max-sm:col-span-full' : ''} ${AT_ITS_END}`}
        >
          Search
        </Button>
        {error}
      </form>
      {(isFiltered(filter) || more) && <div className="row gap-x-3 gap-y-2">{chips}</div>}
    </search>
  );
}

const isField = (field: unknown) => field instanceof HTMLInputElement || field instanceof HTMLSelectElement;

const SEARCH = {
  name: 'q',
  type: 'search',
  maxLength: MAX_LINK_LENGTH,
  placeholder: 'ID, name, address, phone or reference',
  autoComplete: 'off',
  enterKeyHint: 'search',
} as const;

function StatusField({ status }: { status: PageSearch['status'] }) {
  return <ChoiceField label="Status" name="status" chosen={status ?? ''} choices={{ '': 'Any status', ...STATUSES }} />;
}

const STATUSES = Object.fromEntries(SHIPMENT_STATUSES.map((status) => [status, statusLabel(status)]));

function LabelsField({ printed }: { printed: ManagedPageSearch['printed'] }) {
  return <ChoiceField label="Labels" name="printed" chosen={printed ?? ''} choices={LABELS} />;
}

function ArrivalField({ arrival }: Pick<ManagedPageSearch, 'arrival'>) {
  return <ChoiceField label="Arrival" name="arrival" chosen={arrival ?? ''} choices={ARRIVALS} />;
}

const ARRIVALS = { '': 'Any', announced: 'Announced', arrived: 'Arrived' };

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
        <Select
          {...control}
          name={name}
          defaultValue={chosen}
          options={Object.entries(choices).map(([value, label]) => ({ value, label }))}
        />
      )}
    </Field>
  );
}

interface DayFieldProps {
  name: 'from' | 'to';
  label: string;
  day: string | undefined;
  errorId: string | undefined;
  onSet: () => void;
}

function DayField({ name, label, day, errorId, onSet }: DayFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <DayInput
          {...control}
          {...(errorId && { 'aria-invalid': true, 'aria-describedby': errorId })}
          name={name}
          day={day}
          onSet={onSet}
        />
      )}
    </Field>
  );
}
