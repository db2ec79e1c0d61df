import { withIdempotencyKey } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { readGrant } from '../../api/shipment-grants.ts';
import { useChange } from '../../api/use-change.ts';
import type { DecideNext } from '../../domain/next-step.ts';

export type Decided = Omit<DecideNext, 'decisionId'>;

/** Decides what happens with a parcel that was not delivered, as its sender with a tracking ID, else as the desk. */
export const useDecideNext = (trackingId?: string) =>
  useChange<unknown, Decided>({
    failed: 'Not decided',
    done: 'Decided',
    mutationFn: trackingId
      ? withIdempotencyKey('choice.decide', (input: Decided, { idempotencyKey: decisionId }) =>
          trpc.choice.decide.mutate({ ...input, decisionId }, { context: { grant: readGrant(trackingId) } }),
        )
      : withIdempotencyKey('choiceAdmin.decide', (input: Decided, { idempotencyKey: decisionId }) =>
          trpc.choiceAdmin.decide.mutate({ ...input, decisionId }, { context: { idempotencyKey: decisionId } }),
        ),
  });
