import { Link } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import { METHOD_LABELS, REASON_LABELS } from '../../domain/runs/reasons.ts';
import type { OutboxRow } from '../../outbox/outbox-row.ts';

type CourierRow = Extract<OutboxRow, { procedure: `courier.${string}` }>;

const parcels = (count: number) => (count === 1 ? '1 parcel' : `${count} parcels`);
const myRun = <Link to={paths.courier}>My run</Link>;
const stop = (id: string) => <Link to={paths.courierStop(id)}>Stop</Link>;

export function describeCourierRow(row: CourierRow) {
  switch (row.procedure) {
    case 'courier.load':
      return { title: `Loaded ${parcels(row.input.taskIds.length)}`, subject: myRun };
    case 'courier.start':
      return { title: 'Started the run', subject: myRun };
    case 'courier.return':
      return { title: `Back at the depot: ${parcels(row.input.taskIds.length)}`, subject: myRun };
    case 'courier.close':
      return { title: 'Closed the run', subject: myRun };
    case 'courier.proof':
      return { title: 'Picture', subject: stop(row.input.stopId) };
    case 'courier.visit': {
      const { outcomes, stopId } = row.input;
      const [first] = outcomes;
      const outcome =
        first?.result === 'failed'
          ? `Not delivered: ${REASON_LABELS[first.reason]}`
          : `Delivered ${first ? METHOD_LABELS[first.method] : ''}`;
      return {
        title: outcome,
        subject: (
          <>
            {stop(stopId)}, {parcels(outcomes.length)}
          </>
        ),
      };
    }
  }
}
