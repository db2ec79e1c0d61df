import { randomBytes, randomUUID } from 'node:crypto';
import { composeTrackingId } from '../../src/domain/tracking-id.ts';
import type { TestDatabase } from './database.ts';

interface Details {
  ship_to?: string;
  receiver_name?: string;
  receiver_phone?: string;
  description?: string;
}

/**
 * Copies a shipment in the database with other details for each copy, the last one the newest;
 * returns their IDs. Creating as many through the API would take long, and send emails.
 */
export async function copyShipments(
  database: Pick<TestDatabase, 'query'>,
  id: string,
  count: number,
  detailsOf: (place: number) => Details = (place) => ({ ship_to: `Linnégatan ${place}`, receiver_name: 'Elin Strand' }),
): Promise<string[]> {
  const copies = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    tracking_id: composeTrackingId('W', randomBytes(10)),
    ...detailsOf(index + 1),
  }));
  await database.query(
    `insert into shipments select (jsonb_populate_record(s, copy ||
       jsonb_build_object('created_at', s.created_at + place * interval '1 ms'))).*
     from shipments s, jsonb_array_elements($2::jsonb) with ordinality as copies (copy, place) where s.id = $1`,
    [id, JSON.stringify(copies)],
  );
  return copies.map((copy) => copy.id);
}
