import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ConfirmChange } from '../../acts/confirm-change.tsx';
import { useNow } from '../../api/use-now.ts';
import { lazyNamed } from '../../browser/loading/lazy-named.ts';
import { site } from '../../config/site.ts';
import { isDeliveryOver } from '../../domain/choices.ts';
import { promiseOf } from '../../domain/promise.ts';
import type { ShipmentDetails } from '../../domain/shipment.ts';
import { Button } from '../../ui/button.tsx';
import { KIND_ICONS, KIND_LABELS } from './choice-labels.ts';
import { ChoicesHead, RefusedOptions } from './choices-head.tsx';
import { isCurrent, MadeChoice, UnsentChoice, useChoicesToSend } from './made-choice.tsx';
import { useDisputeChoices } from './mutations.ts';
import { RateDelivery } from './rating.tsx';

/** Brings the form library. */
const ChoiceDialog = lazyNamed(() => import('./choice-dialog.tsx'), 'ChoiceDialog');

export function DeliveryChoices({ shipment }: { shipment: ShipmentDetails }) {
  const { id, trackingId, status, choices } = shipment;
  const promise = promiseOf(shipment, useNow(), site.timeZone);
  const dispute = useDisputeChoices(trackingId);
  const [search] = useSearchParams();
  // The link in the email about a choice asks: what follows links alone changes nothing.
  const [isDisputing, setDisputing] = useState(search.get('view') === 'dispute');
  const unsent = useChoicesToSend(id);
  const isUnsent = unsent.length > 0;
  // The code may have been entered for them just now.
  useEffect(() => {
    if (isUnsent) void import('../../outbox/device-outbox.ts').then(({ outbox }) => outbox.sendNow());
  }, [isUnsent]);
  // What else could be chosen is wanted by few who come back.
  const [isOpen, setOpen] = useState(() => !choices?.made.some(isCurrent));
  if (!choices) return null;
  const { made, options, days, locked, canLock, rating } = choices;
  const current = made.filter(isCurrent);
  // Once delivered, too: that is when somebody notices.
  const canDispute = current.some(({ state }) => state !== 'disputed');
  const rate = rating !== undefined && <RateDelivery id={id} trackingId={trackingId} rating={rating} />;
  if (current.length + unsent.length + options.length === 0) return rate;
  return (
    <>
      {rate}
      <section aria-labelledby="choices" className="grid gap-3">
        <ChoicesHead
          title={canLock ? 'Delivery choices' : 'Your delivery'}
          id={id}
          trackingId={trackingId}
          choices={choices}
        />
        <ul className="grid border-t border-rule empty:hidden">
          {current.map((choice) => (
            <MadeChoice
              key={choice.id}
              choice={choice}
              id={id}
              trackingId={trackingId}
              canAgree={canLock === true}
              isOver={isDeliveryOver(status)}
              promise={promise}
            />
          ))}
          {unsent.map((row) => (
            <UnsentChoice key={row.opId} row={row} made={made} />
          ))}
        </ul>
        {!locked && isOpen && (
          <>
            {canLock && options.some(({ refusal }) => !refusal) && (
              <p className="soft">The receiver can choose this, too:</p>
            )}
            <div className="flex flex-wrap gap-2 empty:hidden">
              {options
                .filter(({ refusal }) => !refusal)
                .map(({ kind }) => (
                  <Button
                    key={kind}
                    icon={KIND_ICONS[kind]}
                    className="max-sm:w-full"
                    opens={(close) => (
                      <ChoiceDialog kind={kind} id={id} trackingId={trackingId} days={days} onClose={close} />
                    )}
                  >
                    {KIND_LABELS[kind]}
                  </Button>
                ))}
            </div>
            <RefusedOptions options={options} />
          </>
        )}
        <div className="row gap-x-4 empty:hidden">
          {!locked && !isOpen && options.length > 0 && (
            <Button small icon="pencil" onClick={() => setOpen(true)}>
              Change
            </Button>
          )}
          {canDispute && (
            <button type="button" className="go-touch" onClick={() => setDisputing(true)}>
              This wasn’t us
            </button>
          )}
        </div>
        {isDisputing && canDispute && (
          <ConfirmChange
            change={dispute}
            input={{ id }}
            onClose={() => setDisputing(false)}
            title="Did somebody else choose?"
            label="It wasn’t us"
            pendingLabel="Saving"
          >
            Nothing that was chosen counts any more, and nobody can choose until our desk has looked at it. The links
            and codes for this parcel stop working. We email you a new code.
          </ConfirmChange>
        )}
      </section>
    </>
  );
}
