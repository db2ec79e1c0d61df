import { Link } from 'react-router-dom';
import { Act } from '../../acts/act.tsx';
import { formatPrice } from '../../config/currency.ts';
import type { Payouts } from '../../domain/banking.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { RowButton } from '../../ui/list/row-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSettleHeld } from './mutations.ts';

type Restore = NonNullable<Payouts['restore']>;

/** What had left before the database was restored, and what somebody has to decide about it. */
export function AfterRestore({ restore: { sentences, held } }: { restore: Restore }) {
  return (
    <section aria-labelledby="after-restore" className="stack gap-3">
      <h3 id="after-restore">After a restore</h3>
      {sentences.length > 0 && (
        <Notice tone="warn" title="The database was restored">
          <ul className="stack gap-1">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      {held.count > 0 && <HeldPayouts held={held} />}
    </section>
  );
}

function HeldPayouts({ held: { count, first } }: { held: Restore['held'] }) {
  const settle = useSettleHeld();
  return (
    <>
      <p className="soft">
        {`${counted(count, 'payout')} held: no file pays these people until you have said what the bank did.`}
      </p>
      {first.map((payout) => {
        const { id, userId, name, amount } = payout;
        const what = `${formatPrice(amount)} of ${name ?? 'an account that is not in the backup'}`;
        return (
          <div key={id} className="row gap-4 justify-between">
            <span>
              {name === null ? (
                'An account that is not in the backup'
              ) : (
                <Link to={paths.manageUserAccount(userId)}>{name}</Link>
              )}{' '}
              {formatPrice(amount)}
            </span>
            <span className="row gap-2">
              <Act
                button={
                  <RowButton name={`The bank paid ${what}`} disabled={name === null}>
                    The bank paid it
                  </RowButton>
                }
                change={settle}
                input={{ id, paid: true }}
                title="The bank paid it"
                label="Book it"
                pendingLabel="Saving"
              >
                {formatPrice(amount)} is booked as paid to {name}. A balance that does not cover it goes below zero.
              </Act>
              <Act
                button={<RowButton name={`Release ${what}`}>Release</RowButton>}
                change={settle}
                input={{ id, paid: false }}
                title="Release payout"
                label="Release"
                pendingLabel="Saving"
                destructive
              >
                Release it only if the bank’s list of payments does not have it and the file is deleted there, or it is
                paid twice.
              </Act>
            </span>
          </div>
        );
      })}
    </>
  );
}
