/** Controls that write what a setting says as text, as the environment has it. */

import { useState } from 'react';
import { formatDay, parseDay } from '../../domain/day.ts';
import type { SettingInput } from '../../domain/settings/brand-settings.ts';
import { WEEKDAYS } from '../../domain/time-window.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field, inputClass } from '../../ui/form/field.tsx';
import { DayInput } from '../../ui/layout/day-input.tsx';
import { Select } from '../../ui/select.tsx';

export interface EditorProps {
  value: string;
  onChange: (value: string) => void;
}

const entriesOf = (text: string, by: string): string[] =>
  text
    .split(by)
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Half a row is no value yet, so that rows stand beside the text that they make. */
function useRows<Row>(
  { value, onChange }: EditorProps,
  parse: (value: string) => Row[],
  format: (rows: readonly Row[]) => string,
): [rows: readonly Row[], write: (next: readonly Row[]) => void] {
  const [typed, setTyped] = useState<readonly Row[]>([]);
  const write = (next: readonly Row[]) => {
    setTyped(next);
    onChange(format(next));
  };
  return [format(typed) === value ? typed : parse(value), write];
}

type Several = Extract<SettingInput, { kind: 'several' }>;

export function SeveralEditor({ value, onChange, options }: EditorProps & Pick<Several, 'options'>) {
  const chosen = entriesOf(value, ',');
  const toggle = (one: string, isOn: boolean) =>
    onChange(options.flatMap(([key]) => ((key === one ? isOn : chosen.includes(key)) ? [key] : [])).join(','));
  return (
    <div className="grid">
      {options.map(([key, label]) => (
        <Checkbox key={key} checked={chosen.includes(key)} onChange={({ target }) => toggle(key, target.checked)}>
          {label}
        </Checkbox>
      ))}
    </div>
  );
}

type Pairs = Extract<SettingInput, { kind: 'pairs' }>;

export function PairsEditor({ value, onChange, names }: EditorProps & Pick<Pairs, 'names'>) {
  const given = new Map(
    entriesOf(value, ',').map((pair) => pair.split('=').map((part) => part.trim()) as [string, string]),
  );
  const set = (changed: string, next: string) => {
    const pairs = names.flatMap(({ name, usual = '' }) => {
      const one = name === changed ? next.trim() : (given.get(name) ?? usual);
      return one === usual ? [] : [`${name}=${one}`];
    });
    onChange(pairs.join(','));
  };
  return (
    <div className={`grid gap-3 sm:grid-cols-2 ${names.length > 4 ? 'lg:grid-cols-3' : ''}`}>
      {names.map(({ name, label, usual = '', options }) => (
        <Field key={name} label={label}>
          {(control) =>
            options ? (
              <Select
                {...control}
                value={given.get(name) ?? usual}
                onChange={({ target }) => set(name, target.value)}
                options={options.map(([key, words]) => ({ value: key, label: words }))}
              />
            ) : (
              <input
                {...control}
                className={`${inputClass} typed`}
                value={given.get(name) ?? ''}
                maxLength={30}
                onChange={({ target }) => set(name, target.value)}
              />
            )
          }
        </Field>
      ))}
    </div>
  );
}

const ROW = 'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-2 items-end';

const parseTimes = (value: string): string[][] => value.split(',').map((row) => row.trim().split('-'));
const formatTimes = (rows: readonly string[][]) =>
  rows.map(([from, until]) => `${from ?? ''}-${until ?? ''}`).join(',');

export function WindowsEditor({ value, onChange, isSingle = false }: EditorProps & { isSingle?: boolean }) {
  const [rows, write] = useRows({ value, onChange }, parseTimes, formatTimes);
  const set = (at: number, part: number, time: string) =>
    write(
      rows.map((row, index) => (index === at ? [0, 1].map((one) => (one === part ? time : (row[one] ?? ''))) : row)),
    );
  return (
    <div className="grid gap-2">
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that stays
        <div key={at} className={ROW}>
          {['From', 'Until'].map((label, part) => (
            <Field key={label} label={label}>
              {(control) => (
                <input
                  {...control}
                  type="time"
                  className={`${inputClass} typed`}
                  value={row[part] ?? ''}
                  onChange={({ target }) => set(at, part, target.value)}
                />
              )}
            </Field>
          ))}
          {!isSingle && rows.length > 1 && (
            <Button
              variant="icon-outline"
              icon="x"
              aria-label={`Remove ${row.join(' to ')}`}
              onClick={() => write(rows.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {!isSingle && rows.length < 8 && (
        <Button small icon="plus" onClick={() => write([...rows, [rows.at(-1)?.[1] ?? '', '']])}>
          Add a time
        </Button>
      )}
    </div>
  );
}

const DAY_NAMES: Record<(typeof WEEKDAYS)[number], string> = {
  Mon: 'Mondays',
  Tue: 'Tuesdays',
  Wed: 'Wednesdays',
  Thu: 'Thursdays',
  Fri: 'Fridays',
  Sat: 'Saturdays',
  Sun: 'Sundays',
};

export function DaysEditor({ value, onChange }: EditorProps) {
  const days = entriesOf(value, ',');
  const dates = days.filter((day) => parseDay(day) !== undefined).toSorted();
  const write = (next: readonly string[]) => onChange([...new Set(next)].join(','));
  return (
    <div className="grid gap-2">
      <div className="row gap-x-5 gap-y-0">
        {WEEKDAYS.map((day) => (
          <Checkbox
            key={day}
            checked={days.includes(day)}
            onChange={({ target }) => write(target.checked ? [...days, day] : days.filter((one) => one !== day))}
          >
            {DAY_NAMES[day]}
          </Checkbox>
        ))}
      </div>
      {dates.length > 0 && (
        <ul className="row gap-2">
          {dates.map((day) => (
            <li key={day}>
              <Button
                small
                icon="x"
                aria-label={`Remove ${formatDay(day)}`}
                onClick={() => write(days.filter((one) => one !== day))}
              >
                {formatDay(day)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Field label="Add a day">
        {(control) => (
          <DayInput
            {...control}
            key={dates.length}
            day={undefined}
            onSet={(day) => parseDay(day) && write([...days, day])}
          />
        )}
      </Field>
    </div>
  );
}

interface RateRow {
  from: string;
  name: string;
  percent: string;
}

const parseRow = (entry: string): RateRow => {
  const words = entry.split(' ');
  return { from: words[0] ?? '', name: words.slice(1, -1).join(' '), percent: words.at(-1) ?? '' };
};

const formatRates = (rows: readonly RateRow[]) =>
  rows.map(({ from, name, percent }) => `${from} ${name} ${percent}`).join('; ');
const parseRates = (value: string): RateRow[] => entriesOf(value, ';').map(parseRow);

export function RatesEditor({ value, onChange }: EditorProps) {
  const [rows, write] = useRows({ value, onChange }, parseRates, formatRates);
  const set = (at: number, part: Partial<RateRow>) =>
    write(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <div className="grid gap-2">
      {rows.map((row, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that stays
          key={at}
          className="grid grid-cols-[minmax(0,10rem)_minmax(0,1fr)_minmax(0,5rem)_auto] gap-2 items-end max-sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          <Field label="From">
            {(control) => (
              <input
                {...control}
                type="date"
                className={`${inputClass} typed`}
                value={row.from}
                onChange={({ target }) => set(at, { from: target.value })}
              />
            )}
          </Field>
          <Field label="Name">
            {(control) => (
              <input
                {...control}
                className={inputClass}
                maxLength={30}
                value={row.name}
                onChange={({ target }) => set(at, { name: target.value })}
              />
            )}
          </Field>
          <Field label="%">
            {(control) => (
              <input
                {...control}
                inputMode="decimal"
                className={`${inputClass} typed`}
                maxLength={5}
                value={row.percent}
                onChange={({ target }) => set(at, { percent: target.value })}
              />
            )}
          </Field>
          <Button
            variant="icon-outline"
            icon="x"
            aria-label={`Remove the rate from ${row.from}`}
            onClick={() => write(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        small
        icon="plus"
        className="w-fit"
        onClick={() => write([...rows, { from: '', name: rows.at(-1)?.name ?? 'VAT', percent: '' }])}
      >
        Add a rate
      </Button>
    </div>
  );
}
