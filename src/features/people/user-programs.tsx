import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Act } from '../../acts/act.tsx';
import { keyPrefixOf } from '../../domain/api-key.ts';
import { choiceLabel } from '../../domain/choice-label.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import { formatDay } from '../../domain/day.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { rolesOf } from '../../domain/roles.ts';
import { fullName, type ManagedUser } from '../../domain/user.ts';
import type { ProgramsOfUser } from '../../domain/webhook.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { userProgramsQuery } from './queries.ts';

export function UserPrograms({ user }: { user: ManagedUser }) {
  const query = useQuery(userProgramsQuery(user.id));
  const hasPrograms = query.data !== undefined && query.data.keys.length + query.data.webhooks.length > 0;
  return (
    <Section id="open" title="Open on this account" className="stack gap-3 lg:max-w-180">
      <QueryView query={query}>
        {({ runs = [], sessions = 0, ...programs }) => (
          <ul className="list-none p-0 m-0 border-t-2 border-rule-strong">
            {sessions > 0 && <li className="py-2 border-b border-rule">{counted(sessions, 'session')}</li>}
            {runs.map(({ id, name, day }) => (
              <li key={id} className="py-2 border-b border-rule">
                <Link to={paths.manageRun(id)} translate="no" className="break-anywhere">
                  {name}
                </Link>
                <span className="second-line">Run, {formatDay(day)}</span>
              </li>
            ))}
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
      {hasPrograms && !rolesOf(user).includes('shipper') && (
        <p>None of the keys and webhooks work: this person isn’t a shipper.</p>
      )}
      {hasPrograms && (
        <div>
          <Act
            button={
              <Button icon="ban" className="max-sm:w-full">
                End keys and webhooks
              </Button>
            }
            call="userAdmin.endPrograms"
            input={{ id: user.id }}
            done="Keys revoked and webhooks deleted"
            failed="The keys and webhooks were not ended"
            title="End keys and webhooks"
            label="End all"
            pendingLabel="Ending"
            destructive
          >
            Programs of {fullName(user)} stop working at once, and get no more messages. A shipper can make new keys and
            webhooks.
          </Act>
        </div>
      )}
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
