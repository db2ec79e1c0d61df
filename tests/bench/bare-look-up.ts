/**
 * The baseline for the lookup: Node's HTTP server and one prepared query of the same columns and
 * rows. No guard, no limit, no log, no validation.
 */
import { createServer } from 'node:http';
import pg from 'pg';

const QUERY = {
  name: 'look-up',
  text: `SELECT id, tracking_id, description, status, created_at, service, images, sender_name, sender_country,
           receiver_name, receiver_country, dimensions, weight, value_cents, fee_cents, payer, ship_date
         FROM shipments WHERE tracking_id = $1 AND deleted_at IS NULL`,
};

// The server has as many connections (server/base/database/client.ts).
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

createServer(async ({ url = '' }, response) => {
  const input = url.slice(url.indexOf('=') + 1);
  const { trackingId } = input.startsWith('%7B') ? JSON.parse(decodeURIComponent(input)) : { trackingId: '' };
  const { rows } = await pool.query({ ...QUERY, values: [trackingId] });
  const body = JSON.stringify(rows[0] ?? null);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
