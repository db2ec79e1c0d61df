import type { Services } from '../../context/context.ts';
import { listGivenColumns, type Row, readPersonalRows } from '../../stores/own-data/own-data.ts';
import { PERSONAL_TABLES } from '../../stores/own-data/personal-tables.ts';
import { findManagedUser } from '../../stores/users/users.ts';

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
