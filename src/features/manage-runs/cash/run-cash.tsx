import { formatPrice } from '../../../config/currency.ts';
import type { RunCash as Cash, CashCount } from '../../../domain/cod.ts';
import { formatActivityDate } from '../../../domain/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { DescriptionItem, DescriptionList } from '../../../ui/layout/description-list.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { EventEntry, Events } from '../../../ui/list/events.tsx';
import { useMay } from '../../session/use-may.ts';
import { CountCashDialog } from './count-cash-dialog.tsx';
import { formatCollected } from './format-collected.ts';

/** What a run has collected on delivery, who has it, and who counted it. */
export function RunCash({ run, cash }: { run: { id: string; name: string }; cash: Cash }) {
  const may = useMay();
  const { collected, open, isOpen, handedOver, counts } = cash;
  return (
    // `data-result`: the heading gets the focus when the button disappears.
    <Section id="cash" title="Cash on delivery" head="block-head" data-result="cash" className="stack gap-4">
      <DescriptionList columns={4}>
        <DescriptionItem caption="Collected" value={formatCollected(collected)} />
        <DescriptionItem caption="Handed over">
          {handedOver ? `${formatPrice(handedOver.amount)}, ${formatActivityDate(handedOver.at)}` : 'Not yet'}
        </DescriptionItem>
        <DescriptionItem caption="To count" value={isOpen ? formatCollected(open) : 'Nothing'} />
      </DescriptionList>
      {counts.length > 0 && (
        <Events>
          {counts.toReversed().map((count) => (
            <EventEntry
              key={count.id}
              title={formatCount(count)}
              time={formatActivityDate(count.at)}
              dateTime={count.at}
              note={count.reason && <p className="text-small break-anywhere">“{count.reason}”</p>}
            />
          ))}
        </Events>
      )}
      {isOpen && may('runAdmin.countCash') && (
        <div>
          <Button
            opens={(close) => <CountCashDialog run={run} open={open} handedOver={handedOver} onClose={close} />}
            icon="wallet"
          >
            Count cash
          </Button>
        </div>
      )}
    </Section>
  );
}

function formatCount({ by, expected, counted }: CashCount): string {
  const isRight = expected.cash === counted.cash && expected.card === counted.card;
  const instead = isRight ? '' : `, expected ${formatCollected(expected)}`;
  return `${by.name} counted ${formatCollected(counted)}${instead}`;
}
