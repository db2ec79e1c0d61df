import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../domain/shipment-status.ts';
import { WEBHOOK_EVENT_MEANINGS } from '../../domain/v1/events.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../../domain/v1/problems.ts';
import { V1_STATUSES } from '../../domain/v1/statuses.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../domain/webhook.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';

const typed = (text: string | number) => (
  <span translate="no" className="typed break-anywhere">
    {text}
  </span>
);

const PROBLEM_COLUMNS: Column<ProblemCode>[] = [
  { head: 'Code', place: 'main', cell: (code) => <span id={code}>{typed(code)}</span> },
  { head: 'HTTP status', place: 'body', cell: (code) => typed(PROBLEMS[code].status) },
  { head: 'Meaning', place: 'body', cell: (code) => PROBLEMS[code].title },
];

export const ProblemTable = () => (
  <DataTable
    caption="Problems"
    columns={PROBLEM_COLUMNS}
    rows={PROBLEM_CODES}
    rowKey={(code) => code}
    empty={null}
    wraps
  />
);

const EVENT_COLUMNS: Column<WebhookEvent>[] = [
  { head: 'Event', place: 'main', cell: typed },
  { head: 'What has happened', place: 'body', cell: (event) => WEBHOOK_EVENT_MEANINGS[event] },
];

export const EventTable = () => (
  <DataTable
    caption="Events"
    columns={EVENT_COLUMNS}
    rows={WEBHOOK_EVENTS}
    rowKey={(event) => event}
    empty={null}
    wraps
  />
);

const STATUS_COLUMNS: Column<ShipmentStatus>[] = [
  { head: 'Status', place: 'main', cell: typed },
  { head: 'Meaning', place: 'body', cell: (status) => V1_STATUSES[status].meaning },
  {
    head: 'Karrio',
    place: 'body',
    cell: (status) => (
      <>
        <span className="card-caption soft">Karrio </span>
        {typed(V1_STATUSES[status].karrio)}
      </>
    ),
  },
  {
    head: 'AfterShip',
    place: 'body',
    cell: (status) => (
      <>
        <span className="card-caption soft">AfterShip </span>
        {typed(V1_STATUSES[status].afterShip)}
      </>
    ),
  },
];

export const StatusTable = () => (
  <DataTable
    caption="Statuses"
    columns={STATUS_COLUMNS}
    rows={SHIPMENT_STATUSES}
    rowKey={(status) => status}
    empty={null}
    wraps
  />
);
