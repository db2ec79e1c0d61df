import { trpc } from '../../../api/calls/trpc.ts';
import { defineQuery } from '../../../api/define-query.ts';

export const daySheetQuery = (day = 'today') =>
  defineQuery({
    name: 'day-sheet',
    params: [day],
    title: 'Day sheets',
    topic: 'runs',
    ask: () => trpc.runAdmin.daySheet.query({ day }),
  });
