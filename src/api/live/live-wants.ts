import { withResolvers } from '../../browser/with-resolvers.ts';
import type { Topic } from '../define-query.ts';

/** Shared locks: browsers release those of crashed tabs. */
const PREFIX = 'live ';
const GRANT = ' by ';

export interface Want {
  topic: Topic;
  grant: string | null;
}

const nameOf = ({ topic, grant }: Want) => PREFIX + topic + (grant ? GRANT + grant : '');

function wantOf(name: string): Want {
  const [topic = '', grant = null] = name.slice(PREFIX.length).split(GRANT);
  return { topic: topic as Topic, grant };
}

export function createWants(): { set(wants: readonly Want[]): Promise<boolean> } {
  const held = new Map<string, () => void>();
  return {
    async set(wants) {
      const names = new Set(wants.map(nameOf));
      const gone = [...held.keys()].filter((name) => !names.has(name));
      const added = [...names].filter((name) => !held.has(name));
      for (const name of gone) {
        held.get(name)?.();
        held.delete(name);
      }
      await Promise.all(added.map((name) => hold(held, name)));
      return gone.length + added.length > 0;
    },
  };
}

function hold(held: Map<string, () => void>, name: string): Promise<void> {
  const release = withResolvers<void>();
  held.set(name, release.resolve);
  return new Promise((resolve) => {
    void navigator.locks.request(name, { mode: 'shared' }, () => {
      resolve();
      return release.promise;
    });
  });
}

export async function everyWant(): Promise<Want[]> {
  const { held = [] } = await navigator.locks.query();
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(PREFIX));
  return [...new Set(names)].toSorted().map(wantOf);
}
