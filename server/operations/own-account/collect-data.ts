import type { Services } from '../../context/context.ts';
import { listGivenColumns, type Row, readPersonalRows } from '../../stores/own-data/own-data.ts';
import { PERSONAL_TABLES } from '../../stores/own-data/personal-tables.ts';
import { findManagedUser } from '../../stores/users/users.ts';

/** A file of the export: `rows` reads it from its start, however often. */
export interface Collection {
  name: string;
  about: string;
  columns: readonly string[];
  rows(): AsyncIterable<readonly Row[]>;
}

/** Lists what an account owns and its owner may see, and nothing of anyone else. */
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
