import type { Services } from '../context/context.ts';
import { findManagedUser } from '../people/store/users.ts';
import { listGivenColumns, type Row, readPersonalRows } from './store/own-data.ts';
import { PERSONAL_TABLES } from './store/personal-tables.ts';

export interface Collection {
  name: string;
  about: string;
  columns: readonly string[];
  rows(): AsyncIterable<readonly Row[]>;
}

export async function listCollections({ db }: Pick<Services, 'db'>, id: string): Promise<Collection[]> {
  const user = await findManagedUser(db, id);
  if (!user) return [];
  return Object.entries(PERSONAL_TABLES).map(([name, personal]) => ({
    name,
    about: personal.about,
    columns: listGivenColumns(personal),
    rows: () => readPersonalRows(db, personal, user),
  }));
}
