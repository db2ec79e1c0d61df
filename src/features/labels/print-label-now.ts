import type { QueryClient } from '@tanstack/react-query';
import { cutNote } from '../../domain/labels/label-note.ts';
import { drawHere } from './draw-here.ts';
import { lettersOf, missingLetters } from './missing-letters.ts';
import { recordPrints } from './mutations.ts';
import { readChoices } from './print-choices.ts';
import { printPages } from './print-pages.tsx';
import { printableQuery } from './queries.ts';

/**
 * Prints a shipment's labels on the paper that was last used here. If it returns letters, this device has
 * no font for them and printed nothing. `note`: what is cut.
 * @throws {CallError} if the shipment is neither found nor stored here
 */
export async function printLabelNow(client: QueryClient, id: string): Promise<{ letters: string[]; note: string }> {
  const printable = await client.fetchQuery(printableQuery({ selection: { ids: [id] }, order: 'given' }));
  const letters = missingLetters(printable.shipments.flatMap(lettersOf));
  if (letters.length > 0) return { letters, note: '' };
  const style = { document: 'labels', size: readChoices().size, first: 1, hasSort: true } as const;
  const pages = drawHere(printable, style);
  printPages(pages, style);
  recordPrints(printable.shipments, 'labels');
  return { letters, note: cutNote(pages) };
}
