import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keyPrefixOf } from '../../domain/api-key.ts';
import { choiceLabel } from '../../domain/choice-label.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import { rolesOf } from '../../domain/roles.ts';
import { fullName, type ManagedUser } from '../../domain/user.ts';
import type { ProgramsOfUser } from '../../domain/webhook.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmChange } from '../../ui/dialog/confirm-change.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { useEndPrograms } from './mutations.ts';
import { userProgramsQuery } from './queries.ts';

export function UserPrograms({ user }: { user: ManagedUser }) {
  const query = useQuery(userProgramsQuery(user.id));
  const [isAsking, setAsking] = useState(false);
  const end = useEndPrograms();
  return (
    <Section id="programs" title="API keys and webhooks" className="stack gap-3 lg:max-w-180">
      {!rolesOf(user).includes('shipper') && <p>None of these work: this person isn’t a shipper.</p>}
      <QueryView query={query}>
        {(programs) => (
          <ul className="list-none p-0 m-0 border-t-2 border-rule-strong">
            {linesOf(programs).map(({ id, name, about }) => (
              <li key={id} className="py-2 border-b border-rule">
                <span translate="no" className="break-anywhere">
                  {name}
                </span>
                <span className="second-line">{about}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <div>
        <Button
          variant="outline"
          icon="ban"
          className="max-sm:w-full"
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          End keys and webhooks
        </Button>
      </div>
      <ConfirmChange
        change={end}
        input={isAsking ? { id: user.id } : null}
        onClose={() => setAsking(false)}
        title="End keys and webhooks"
        label="End all"
        pendingLabel="Ending"
        destructive
      >
        Programs of {fullName(user)} stop working at once, and get no more messages. A shipper can make new keys and
        webhooks.
      </ConfirmChange>
    </Section>
  );
}

const linesOf = ({ keys, webhooks }: ProgramsOfUser) => [
  ...keys.map(({ id, name, kind, ending, lastUsedAt }) => ({
    id,
    name: `${name} · ${keyPrefixOf(kind)}…${ending}`,
    about: `Key, ${lastUsedAt ? `last used ${formatActivityDate(lastUsedAt)}` : 'not used yet'}`,
  })),
  ...webhooks.map(({ id, host, state, test }) => ({
    id,
    name: host,
    about: `Webhook${test ? ' for test shipments' : ''}: ${choiceLabel(state)}`,
  })),
];
