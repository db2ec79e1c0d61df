/** Generating parcels inside the database is faster than sending them. */

const texts = (...values: string[]) => `(ARRAY[${values.map((value) => `'${value}'`).join(', ')}])`;
/** Coprime factors keep names, goods and towns apart from each other. */
const pick = (list: string, number: string, length: number) => `${list}[1 + (${number}) % ${length}]`;

const FIRST_NAMES =
  'Ada Bruno Chidi Dalia Elin Farid Greta Hiroshi Ines Jonas Kadri Liam Maya Noor Olga Pavel Quinn Rosa Sami Tomás Uma Viktor Wanjiru Xenia Yusuf Zora Aino Bela Carla Deniz Emil'.split(
    ' ',
  );
const LAST_NAMES =
  'Abara Weber Castellanos Dubois Eriksen Fontaine Grabowski Haddad Ivanova Jimenez Kowalski Lindqvist Moreau Nakamura Okafor Pereira Quist Rahman Strand Tanaka Umarov Varga Bergström Xu Yilmaz Zimmermann Andersen Bianchi Costa Duarte Esposito Fischer Gallo Horvath Ilves Jansen Keller'.split(
    ' ',
  );
const GOODS =
  'ceramic kiln parts,medical sensors,leather bindings,olive oil,piano hammers,printed circuit boards,rolled textiles,spare bicycle wheels,surveying instruments,vinyl records,wooden toys'.split(
    ',',
  );
const TOWNS =
  'Lisbon,Gothenburg,Nairobi,Osaka,Gdańsk,Marseille,Valparaíso,Izmir,Halifax,Lagos,Bergen,Chennai,Trieste'.split(',');
const COUNTRIES = 'Portugal,Sweden,Kenya,Japan,Poland,France,Chile,Türkiye,Canada,Nigeria,Norway,India,Italy'.split(
  ',',
);
/** Most parcels have arrived. */
const STATUSES =
  'delivered,delivered,in-progress,delivered,shipped,delivered,delivery,delivered,delivered,held,delivered,cancelled,shipped,delivered,delivered,in-progress,failed,delivered,delivery'.split(
    ',',
  );

const firstName = (number: string) => pick(texts(...FIRST_NAMES), number, FIRST_NAMES.length);
const lastName = (number: string) => pick(texts(...LAST_NAMES), `${number} / ${FIRST_NAMES.length}`, LAST_NAMES.length);
const goods = (number: string) => pick(texts(...GOODS), number, GOODS.length);
const town = (number: string) => pick(texts(...TOWNS), number, TOWNS.length);
const country = (number: string) => pick(texts(...COUNTRIES), number, COUNTRIES.length);

/** A person's id by their number. */
export const personId = (number: string) => `md5('person ' || ${number})::uuid`;

/** $1 how many, $2 the hash of everyone's password. The first is a manager. */
export const INSERT_PEOPLE = `
  INSERT INTO users (id, email, first_name, last_name, phone, city, nationality, password_hash, verified, manager, created_at)
  SELECT ${personId('n')}, 'person-' || n || '@example.com', ${firstName('n')}, ${lastName('n')}, '+46 31 555 ' || n,
    ${town('n')}, ${country('n')}, $2, true, n = 1, now() - make_interval(secs => ($1::int - n) * 31536000.0 / $1)
  FROM generate_series(1, $1::int) AS n`;

/**
 * $1 tracking IDs of the shipments $2 + 1 and on, of $3 in all, over a year and among $4 people.
 * Every tenth is sent by person 1, every thousandth by person 2; every third receiver has no
 * account, nor has $5 at $6 and $8, who gets each $7th; each $10th goes to the street $9. Each has
 * $11 entries of activity.
 */
export const INSERT_SHIPMENTS = `
  WITH made AS (
    INSERT INTO shipments (
      id, tracking_id, description, status, service, dimensions, weight, value_cents, fee_cents, payer, ship_to, ship_date,
      sender_id, sender_name, sender_country, sender_email, sender_phone, sender_code,
      receiver_id, receiver_name, receiver_country, receiver_email, receiver_phone, receiver_code, created_at
    )
    SELECT uuidv7(moment - now()), tracking_id, ${goods('n')} || ', ' || n % 97 || ' cartons for ' || ${town('n / 7')},
      ${pick(texts(...STATUSES), 'n', STATUSES.length)}, 'Package', '12 x 55in', n % 313 / 10.0 || ' kg', 1000 + n % 99991, 21250,
      'receiver', CASE WHEN n % $10::int = 1 THEN $9 ELSE 'Linnégatan' END || ' ' || n % 211 || ', ' || ${town('n')}, moment,
      ${personId('sender')}, ${firstName('sender')} || ' ' || ${lastName('sender')}, ${country('sender')},
      'person-' || sender || '@example.com', '+46 31 555 ' || sender, sha256(int8send(n)),
      CASE WHEN has_account THEN ${personId('receiver')} END,
      CASE WHEN is_rare THEN $5 ELSE ${firstName('receiver')} || ' ' || ${lastName('receiver')} END, ${country('receiver')},
      CASE WHEN is_rare THEN $6 WHEN has_account THEN 'person-' || receiver || '@example.com' ELSE 'guest-' || receiver || '@example.com' END,
      CASE WHEN is_rare THEN $8 ELSE '+351 222 ' || receiver END,
      sha256(int8send(-n)), moment
    FROM unnest($1::text[]) WITH ORDINALITY AS wanted (tracking_id, position),
      LATERAL (SELECT $2::bigint + position AS n) AS numbered,
      LATERAL (SELECT now() - make_interval(secs => ($3::int - n) * 31536000.0 / $3) AS moment,
        CASE WHEN n % 10 = 0 THEN 1 WHEN n % 1000 = 1 THEN 2 ELSE 3 + (n * 7919) % ($4::int - 2) END AS sender,
        3 + (n * 104729) % ($4::int - 2) AS receiver, n % $7::int = 0 AS is_rare) AS dealt,
      LATERAL (SELECT n % 3 > 0 AND NOT is_rare AS has_account) AS known
    RETURNING id, status, created_at
  )
  INSERT INTO activities (id, shipment_id, status, kind, comment, address, occurred_at, created_at)
  SELECT uuidv7(moment - now()), made.id, CASE step WHEN 1 THEN 'in-progress' WHEN 2 THEN 'shipped' ELSE made.status END,
    ${texts('created', 'location', 'status')}[least(step, 3)],
    ${texts('Label created', 'Arrived at the sorting centre', 'Handed to the carrier')}[least(step, 3)],
    ${pick(texts(...TOWNS), `extract(epoch FROM moment)::bigint`, TOWNS.length)}, moment, moment
  FROM made, generate_series(1, $11::int) AS step, LATERAL (SELECT made.created_at + step * interval '5 hours' AS moment) AS dated`;

/** The rest has been scanned, and is in no run. */
export const SET_WORK = `UPDATE shipments SET work = 'decide', work_since = created_at WHERE status = 'failed'`;

/**
 * The trigger on shipments would have counted one statement at a time
 * (server/base/database/migrations).
 */
export const COUNT_SHIPMENTS = `
  INSERT INTO shipment_counts (owner_id, relation, status, slot, day, count)
  SELECT owner, relation, status, 0, day, count(*)
  FROM shipments CROSS JOIN LATERAL counters_of_shipment(sender_id, receiver_id, created_at, work)
  GROUP BY owner, relation, status, day`;
