import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const openExceptionsQuery = (shipmentId = 'all') =>
  defineQuery({
    name: 'open-exceptions',
    params: [shipmentId],
    title: 'Runs',
    topic: 'runs',
    ask: () => trpc.runAdmin.exceptions.query({ shipmentId }),
  });
