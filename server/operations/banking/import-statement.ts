import type { StatementImported } from '../../../src/domain/bank.ts';
import { inUnitOfWork, type UnitOfWorkOptions } from '../../context/unit-of-work.ts';
import { insertEntries } from '../../stores/banking/bank-entries.ts';
import { readApart } from './read-apart.ts';

/** Stores what a bank has booked, each once; nothing else changes. @throws Field error at `file` */
export async function importStatement(order: UnitOfWorkOptions, file: string): Promise<StatementImported> {
  const { entries, left } = await readApart(file, order.services.environment.CURRENCY);
  const added = await inUnitOfWork(order, ({ tx }) => insertEntries(tx, entries));
  return { added, known: entries.length - added, left };
}
