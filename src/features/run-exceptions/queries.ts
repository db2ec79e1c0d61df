import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

/** The newest open exceptions of a shipment, or of all runs. */
export const openExceptionsQuery = (shipmentId = 'all') =>
  defineQuery({
    name: 'open-exceptions',
    params: [shipmentId],
    store: 'person',
    title: 'Runs',
    topic: 'runs',
    ask: () => trpc.runAdmin.exceptions.query({ shipmentId }),
  });
