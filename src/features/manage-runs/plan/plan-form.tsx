import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { parseDay } from '../../../domain/day.ts';
import { counted } from '../../../domain/figures.ts';
import { KM_PER_HOUR, MINUTES_PER_STOP, MINUTES_PER_UNKNOWN_STOP } from '../../../domain/routing/driven.ts';
import { MAX_PLANNED_MINUTES, type PlanRuns } from '../../../domain/routing/plan.ts';
import { MAX_TASKS } from '../../../domain/runs/facts.ts';
import { RunFormSchema } from '../../../domain/runs/manage.ts';
import { isOpenRun } from '../../../domain/runs/run-status.ts';
import type { RunList } from '../../../domain/runs/views.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Empty } from '../../../ui/list/empty.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';
import { runsQuery } from '../queries.ts';
import { CheckboxGroup, ChosenSchema, GroupedCheckbox } from './checkbox-group.tsx';

const MINUTES_PER_HOUR = 60;
const MOST_STOPS = `Enter a number from 1 to ${MAX_TASKS}, or leave it empty.`;
const MOST_HOURS = `Enter hours up to ${MAX_PLANNED_MINUTES / MINUTES_PER_HOUR}, such as 7.5, or leave it empty.`;

const optionalNumber = <Schema extends v.GenericSchema<number, number>>(schema: Schema) =>
  v.pipe(
    v.string(),
    v.transform((typed) => (typed.trim() === '' ? undefined : Number(typed.trim().replace(',', '.')))),
    v.optional(schema),
  );

const FormSchema = v.object({
  day: RunFormSchema.entries.day,
  courierIds: ChosenSchema('Choose at least one courier.'),
  maxStops: optionalNumber(
    v.pipe(v.number(MOST_STOPS), v.integer(MOST_STOPS), v.minValue(1, MOST_STOPS), v.maxValue(MAX_TASKS, MOST_STOPS)),
  ),
  maxHours: optionalNumber(
    v.pipe(
      v.number(MOST_HOURS),
      v.minValue(1 / MINUTES_PER_HOUR, MOST_HOURS),
      v.maxValue(MAX_PLANNED_MINUTES / MINUTES_PER_HOUR, MOST_HOURS),
    ),
  ),
  announced: v.boolean(),
});

interface PlanFormProps {
  day: string;
  couriers: readonly { id: string; name: string }[];
  isPlanned: boolean;
  onPlan: (input: Omit<PlanRuns, 'selection'>) => Promise<unknown>;
}

export function PlanForm({ day, couriers, isPlanned, onPlan }: PlanFormProps) {
  const form = useSchemaForm(FormSchema, {
    defaultValues: { day, courierIds: [] as unknown, maxStops: '', maxHours: '', announced: false },
  });
  const wanted = parseDay(useWatch({ control: form.control, name: 'day' }));
  const { data: runs } = useQuery({ ...runsQuery(wanted ?? day), enabled: wanted !== undefined });
  if (couriers.length === 0) {
    return (
      <Empty icon="truck">There are no couriers yet. To add one, open a user’s page and choose “Make courier”.</Empty>
    );
  }
  return (
    <Form
      form={form}
      errorTitle="There is no plan"
      columns={2}
      onSubmit={async ({ maxHours, maxStops, announced, ...chosen }) => {
        const maxMinutes = maxHours === undefined ? undefined : Math.round(maxHours * MINUTES_PER_HOUR);
        await onPlan({
          ...chosen,
          ...(maxStops && { maxStops }),
          ...(maxMinutes && { maxMinutes }),
          ...(announced && { announced }),
        });
      }}
    >
      <TextField name="day" label="Day" type="date" mono required />
      <div className="wide">
        <CheckboxGroup
          name="courierIds"
          legend="Couriers"
          after={
            couriers.length > 2 && (
              <Button
                small
                icon="check"
                className="justify-self-start mt-2"
                onClick={() =>
                  form.setValue(
                    'courierIds',
                    couriers.map(({ id }) => id),
                    { shouldDirty: true },
                  )
                }
              >
                Choose all {couriers.length}
              </Button>
            )
          }
        >
          {couriers.map(({ id, name }) => (
            <GroupedCheckbox key={id} name="courierIds" value={id}>
              <span className="break-anywhere">
                <Verbatim>{name}</Verbatim>
              </span>
              <span className="second-line">{describeRuns(runs, id)}</span>
            </GroupedCheckbox>
          ))}
        </CheckboxGroup>
      </div>
      <TextField name="maxStops" label="Stops at most, each" hint="Optional" inputMode="numeric" mono />
      <TextField
        name="maxHours"
        label="Hours at most, each"
        hint={`Optional. With ${MINUTES_PER_STOP} minutes at each stop and ${KM_PER_HOUR} km an hour, or ${MINUTES_PER_UNKNOWN_STOP} minutes a stop where few places are known.`}
        inputMode="decimal"
        mono
      />
      <div className="wide">
        <Checkbox {...form.register('announced')}>Plan what shops have announced, too</Checkbox>
      </div>
      <div className="wide">
        <SubmitButton
          pendingLabel="Planning"
          icon="route"
          variant={isPlanned ? 'outline' : 'primary'}
          label={isPlanned ? 'Plan again' : 'Plan'}
        />
      </div>
    </Form>
  );
}

function describeRuns(list: RunList | undefined, courierId: string): string {
  const own = (list?.runs ?? []).filter(
    ({ courier, status, day }) => courier.id === courierId && day === list?.day && isOpenRun(status),
  );
  if (own.length === 0) return 'No run yet';
  return `Has ${own.map(({ name, progress }) => `${name} (${counted(progress.stops, 'stop')})`).join(', ')}`;
}
