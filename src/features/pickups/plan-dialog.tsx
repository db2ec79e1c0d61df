import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { ActForm } from '../../acts/act-form.tsx';
import { formatDayOfWeek } from '../../domain/dates.ts';
import type { ManagedPickup } from '../../domain/pickups/pickup.ts';
import { listRunsToFill, nameRunToFill } from '../../domain/runs/runs-to-fill.ts';
import { formatHours } from '../../domain/time-window.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { comingRunsQuery } from '../manage-runs/queries.ts';

const OUT = { value: 'out', label: 'No run: take it out' };

const PlanFormSchema = v.object({ runId: v.pipe(v.string('Choose a run.'), v.nonEmpty('Choose a run.')) });

export const planLabel = ({ visit }: Pick<ManagedPickup, 'visit'>) =>
  visit?.state === 'planned' || visit?.state === 'on-the-way' ? 'Move' : 'Put into a run';

interface PlanDialogProps {
  pickup: Pick<ManagedPickup, 'id' | 'day' | 'from' | 'until' | 'visit'> & { shop: { name: string } };
  onClose: () => void;
}

/** Puts a pickup into a run of that day or another, or takes it out of the one that has it. */
export function PlanDialog({ pickup, onClose }: PlanDialogProps) {
  const { id, shop, day, from, until, visit } = pickup;
  const { data: list, isError } = useQuery(comingRunsQuery);
  const isPlanned = planLabel(pickup) === 'Move';
  const runs = list ? listRunsToFill({ ...list, day }).filter((run) => !isPlanned || run.id !== visit?.run.id) : [];
  const options = runs
    .toSorted((one, other) => Number(other.day === day) - Number(one.day === day))
    .map((run) => ({ value: run.id, label: `${nameRunToFill(run, day)}, ${run.courier.name}` }));
  return (
    <ActForm
      title={`${planLabel(pickup)}: ${shop.name}`}
      schema={PlanFormSchema}
      values={{ runId: '' }}
      call="pickupAdmin.plan"
      toInput={({ runId }) => ({ id, ...(runId !== OUT.value && { runId }) })}
      done="Planned"
      failed="The pickup was not planned"
      submit={{ label: planLabel(pickup), pendingLabel: 'Planning', icon: 'route' }}
      onClose={onClose}
    >
      <p>
        {formatDayOfWeek(day)}, {formatHours({ from, until })}
        {visit && isPlanned && (
          <>
            , now with <Verbatim>{visit.run.courier}</Verbatim>
          </>
        )}
        . In a run of another day it moves to that day, and the shop gets an email.
      </p>
      <SelectField
        name="runId"
        label="Run"
        placeholder={list || isError ? 'Choose a run' : 'Loading'}
        options={[...options, ...(isPlanned ? [OUT] : [])]}
        hint={list && options.length === 0 && 'There is no open run. Create one first.'}
        required
      />
    </ActForm>
  );
}
