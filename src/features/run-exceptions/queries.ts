import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const openExceptionsQuery = (shipmentId = 'all') =>
  defineQuery({
    name: 'open-exceptions',
    params: [shipmentId],
    title: 'Runs',
    // Those of a shipment may be of no run.
    topic: shipmentId === 'all' ? 'runs' : ['managed', 'runs'],
    ask: () => trpc.runAdmin.exceptions.query({ shipmentId }),
  });
