import { Act } from '../../../acts/act.tsx';
import { useSend } from '../../../api/use-send.ts';
import { formatActivityDate } from '../../../domain/dates.ts';
import {
  CONNECTION_LABELS,
  type Connection,
  type ConnectionKind,
  type NewSecret,
  type OrderOutcome,
  type UsualParcel,
} from '../../../domain/shops/connection.ts';
import { DRAFT_DAYS } from '../../../domain/shops/draft.ts';
import { WITHHELD_TEXTS, type WithheldReason } from '../../../domain/shops/order-state.ts';
import { formatWeight } from '../../../domain/shops/parcel-size.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DescriptionItem, DescriptionList } from '../../../ui/layout/description-list.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { ConnectionStates } from './connection-states.tsx';
import { ConnectionSteps } from './connection-steps.tsx';

interface ConnectionCardProps {
  connection: Connection;
  name: string;
  secret: string | null;
  onSecret: (made: NewSecret) => void;
  onParcel: () => void;
}

export function ConnectionCard({ connection, name, secret, onSecret, onParcel }: ConnectionCardProps) {
  const { id, kind, order, problem, parcel, hasSecret } = connection;
  const renew = useSend('shopConnection.replaceSecret', {
    failed: 'No secret was made',
    onSuccess(made) {
      if (made.secret !== null) onSecret({ id, secret: made.secret });
    },
  });
  const isSetUp = order !== null && hasSecret && secret === null;
  return (
    <section aria-labelledby={id} className="stack gap-4 border-t-2 border-rule-strong pt-6">
      <div className="row gap-x-4 gap-y-2">
        <h2 id={id} className="mr-auto">
          {name}
        </h2>
        <ConnectionBadge connection={connection} />
      </div>
      {isStuck(connection) && problem && (
        <Notice tone="warn">
          {problem.message}
          <span className="second-line">{formatActivityDate(problem.at)}</span>
        </Notice>
      )}
      <DescriptionList columns={3}>
        <DescriptionItem caption="Last order">
          {order ? (
            <>
              <span translate="no" className="typed break-anywhere">
                {order.reference}
              </span>
              <span className="second-line">{say(order.outcome)}</span>
              <span className="second-line">{formatActivityDate(order.at)}</span>
            </>
          ) : (
            'None yet'
          )}
        </DescriptionItem>
        <DescriptionItem caption="Usual parcel">{describe(parcel) || 'Not set'}</DescriptionItem>
        {problem && !isStuck(connection) && (
          <DescriptionItem caption="Last problem" wide>
            <span className="font-400">{problem.message}</span>
            <span className="second-line">{formatActivityDate(problem.at)}</span>
          </DescriptionItem>
        )}
      </DescriptionList>
      {connection.states.length > 0 && <ConnectionStates connection={connection} />}
      <details open={!isSetUp || undefined}>
        <summary className="go-touch cursor-pointer font-650">Set up in {CONNECTION_LABELS[kind]}</summary>
        <ConnectionSteps connection={connection} secret={secret} />
      </details>
      {!hasSecret && <FailureNotice of={renew.failure} />}
      <div className="row gap-2 mt-2">
        <Button small icon="pencil" aria-haspopup="dialog" onClick={onParcel}>
          Usual parcel
        </Button>
        {kind === 'woocommerce' &&
          (hasSecret ? (
            <Act
              button={
                <Button small icon="key-round">
                  New secret
                </Button>
              }
              change={renew}
              input={{ id }}
              title="Make a new secret?"
              label="Make it"
              pendingLabel="Making"
            >
              Orders are refused until you paste it in WooCommerce.
            </Act>
          ) : (
            <Button
              small
              icon="key-round"
              pending={renew.isPending}
              pendingLabel="Making"
              onClick={() => renew.mutate({ id })}
            >
              New secret
            </Button>
          ))}
        <Act
          button={
            <Button small variant="quiet" className="text-bad-text" aria-label={`Disconnect ${name}`}>
              Disconnect
            </Button>
          }
          call="shopConnection.disconnect"
          input={{ id }}
          done="Shop disconnected"
          failed="The shop was not disconnected"
          title={`Disconnect ${name}?`}
          label="Disconnect"
          pendingLabel="Disconnecting"
          destructive
        >
          Its orders no longer come in. Drafts stay. Delete the webhook in {CONNECTION_LABELS[kind]}, too.
        </Act>
      </div>
    </section>
  );
}

/** Nothing was taken since its last problem. */
const isStuck = ({ order, problem }: Connection) => problem !== null && (!order || problem.at > order.at);

function ConnectionBadge({ connection }: { connection: Connection }) {
  const { kind, hasSecret, order } = connection;
  if (!hasSecret) {
    return <Badge tone="warn" icon="triangle-alert" label={WITHOUT_SECRET[kind]} />;
  }
  if (isStuck(connection)) {
    return <Badge tone="warn" icon="triangle-alert" label="Last message refused" />;
  }
  return order ? (
    <Badge tone="good" icon="check" label="Orders come in" />
  ) : (
    <Badge tone="plain" icon="clock" label="Waits for the first order" />
  );
}

const WITHOUT_SECRET: Record<ConnectionKind, string> = {
  woocommerce: 'Needs a new secret',
  shopify: 'Needs Shopify’s secret',
};

const OUTCOMES: Record<Exclude<OrderOutcome, WithheldReason>, string> = {
  draft: 'Now a draft.',
  known: 'Came before, nothing new.',
  old: `Over ${DRAFT_DAYS} days old, so no draft.`,
};

const isWithheld = (outcome: OrderOutcome): outcome is WithheldReason => outcome in WITHHELD_TEXTS;

const say = (outcome: OrderOutcome): string =>
  isWithheld(outcome) ? `${WITHHELD_TEXTS[outcome]}, so not to be sent.` : OUTCOMES[outcome];

function describe({ weightG, lengthMm, widthMm, heightMm }: UsualParcel): string {
  const sizes = [lengthMm, widthMm, heightMm].map((mm) => (mm === undefined ? '?' : mm / 10));
  return [
    weightG !== undefined && formatWeight(weightG),
    sizes.some((size) => size !== '?') && `${sizes.join(' × ')} cm`,
  ]
    .filter(Boolean)
    .join(', ');
}
