import { keysOf } from '../field-schemas.ts';
import { type ColumnKey, columnOf, plainHead } from '../shipment-file.ts';
import {
  type FileReading,
  type FileRow,
  MAPPED_FIELDS,
  type MappedField,
  type Mapping,
  SIGN_FIELDS,
} from './draft-file.ts';
import { lengthUnitIn, readWeight, weightUnitIn } from './measure.ts';
import { findSigns, systemOf } from './order-rows.ts';
import { lookLikeStates } from './order-state.ts';
import { isPartKey, MANAGED_KEYS, type ManagedKey, type ShipmentMapping } from './shipment-mapping.ts';

const DELIVERED_TO =
  /^(?:shipping|shipto|ship|postto|delivery|del|lieferadresse|lieferanschrift|recipient|receiver|consignee)(?=.)|(?<=.)(?:shipping|delivery)$/;

/** Names are in the form of `plainHead`, the best first. `shipping` may be before or after each. */
const OF_ADDRESS: Partial<Record<MappedField, string>> = {
  receiverName:
    'fullname vorname förnamn name firstname contactname contact customername nameofcustomer nameofreceiver nameofrecipient customer recipient receiver addressee buyername empfänger kunde mottagare namn kund',
  receiverLastName: 'lastname surname familyname nachname efternamn name',
  company: 'company companyname businessname organisation organization firma företag',
  receiverEmail:
    'email emailaddress emailbilling billingemail customeremail buyeremail contactemail mail emailadresse epost',
  receiverPhone:
    'phone phonenumber telephone telephonenumber phonebilling billingphone customerphone buyerphone buyerphonenumber mobile mobilephone phonemobile tel telefon telefonnummer handy mobil',
  line1:
    'addressline1 address1 address12 street1 line1 street streetaddress streetname address fulladdress detailaddress shipto strasse straße anschrift adresse gatuadress adress',
  houseNumber: 'housenumber houseno hausnummer hausnr',
  line2: 'addressline2 address2 street2 line2 adresszusatz',
  line3: 'addressline3 address3 street3 line3',
  postcode:
    'postcode postalcode zip zipcode zippostalcode zippostcode postalzipcode postcodezip plz postleitzahl postnummer postnr',
  city: 'city town towncity citytown posttown locality suburb ort stadt postort',
  state:
    'statecode state provincecode province stateprovince provincestate stateorprovince county stateregion regionstate region countystate countrystate provincename statename prefecture',
  country: 'countrycode country countryname countryregion land',
};

/** Names of the other columns. */
const OF_ORDER: Partial<Record<MappedField, string>> = {
  reference:
    'reference orderreference ordernumber orderno order ordername orderid channelreference customerreference yourreference idorder bestellnummer auftragsnummer belegnummer ordernummer',
  description:
    'description contents lineitemname itemname itemtitle productname producttitle productdescription productnamecurrent lineitems items product goodsdescription artikel inhalt innehåll',
  weightG:
    'weight totalweight parcelweight packageweight orderweight ordertotalweight shippingweight grossweight itemweight lineitemgrams grams weightmajor pounds lbs lb ounces oz gewicht vikt',
  weightRest: 'weightminor',
  weightIn: 'weightunit weightunits unitofweight',
  sizes: 'dimensions packagedimensions parceldimensions dimensionslwh dimensionslxwxh',
  lengthMm: 'length packagelength parcellength depth',
  widthMm: 'width packagewidth parcelwidth',
  heightMm: 'height packageheight parcelheight',
  lengthIn: 'dimensionunit dimensionunits dimensionsunit sizeunit lengthunit',
  parcels: 'parcels packages numberofparcels numberofpackages parcelcount pakete kolli antalkolli',
  timeWindow: 'timewindow deliverbefore deliverywindow deliverytime timeslot deliveryslot deliverby deadline',
  value:
    'value subtotal ordersubtotal ordersubtotalamount ordervalue goodsvalue declaredvalue soldfor itemprice total ordertotal ordertotalamount totalprice orderamount totalordervalue totalpaid',
  cod: 'cod codamount codvalue cashondelivery collectondelivery amounttocollect nachnahme nachnahmebetrag postförskott dobírka dobierka pobranie utánvét',
  handoverCode: 'handovercode deliverycode receivercode codeatthedoor',
  currency: 'currency currencycode ordercurrency',
};

const namesOf = (field: MappedField) => (OF_ADDRESS[field] ?? OF_ORDER[field] ?? '').split(' ');
const ALL_NAMES = new Set(MAPPED_FIELDS.flatMap(namesOf));
const ADDRESS_NAMES = new Set(Object.values(OF_ADDRESS).flatMap((names) => names.split(' ')));

/** `Height (in)` becomes `height`. */
function withoutUnit(head: string): string {
  const [name, unit] = [plainHead(head), plainHead(weightUnitIn(head) ?? lengthUnitIn(head) ?? '')];
  return unit && name.endsWith(unit) ? name.slice(0, -unit.length).replace(/(?<=[ht])in$/, '') : name;
}

export const countKnownHeads = (heads: readonly string[]): number => heads.filter(isKnownHead).length;

const isKnownHead = (head: string) =>
  columnOf(head) !== null ||
  ALL_NAMES.has(plainHead(head)) ||
  ALL_NAMES.has(withoutUnit(head)) ||
  ADDRESS_NAMES.has(plainHead(head).replace(DELIVERED_TO, ''));

const PAIRS = ['454 28', '28 454', '1000 1', '1 1000'];
const gramsIn = (head: string) => {
  const unit = weightUnitIn(head);
  return unit && readWeight('1', unit);
};

/** Finds the column with the ounces beside one of pounds, or with the grams beside one of kilograms. */
const findSmallerUnit = (headers: readonly string[], column: string) =>
  headers.find(
    (head) =>
      PAIRS.includes(`${gramsIn(column)} ${gramsIn(head)}`) && ['', withoutUnit(column)].includes(withoutUnit(head)),
  );

const MAX_STATE_ROWS = 200;

/** Looks for cells like states of orders in columns that nothing else is for. */
function findStates(headers: readonly string[], rows: readonly FileRow[], taken: ReadonlySet<string>) {
  const known = new Set(findSigns(headers).values());
  const some = rows.slice(0, MAX_STATE_ROWS);
  return headers.find(
    (head, at) => !taken.has(head) && !known.has(at) && lookLikeStates(some.map(({ cells }) => cells[at] ?? '')),
  );
}

export function guessMapping(
  headers: readonly string[],
  rows: readonly FileRow[] = [],
): Pick<FileReading, 'format' | 'mapping' | 'isStatusGuessed'> {
  const named = (nameOf: (head: string) => string) => new Map(headers.toReversed().map((head) => [nameOf(head), head]));
  const byName = named(plainHead);
  const byMeasure = named(withoutUnit);
  const delivered = new Map(
    headers.toReversed().flatMap((head) => {
      const name = plainHead(head).replace(DELIVERED_TO, '');
      return name === plainHead(head) ? [] : [[name, head] as const];
    }),
  );
  const format = systemOf(headers);
  const mapping: Mapping = {};
  const taken = new Set<string>();
  for (const field of MAPPED_FIELDS) {
    const names = field === 'reference' && format === 'shopify' ? ['name', ...namesOf(field)] : namesOf(field);
    const sources = field in OF_ADDRESS ? [delivered, byName] : [byName, byMeasure];
    const found = sources.flatMap((source) => names.flatMap((name) => source.get(name) ?? []));
    if (field === 'weightRest')
      found.push(...[findSmallerUnit(headers, mapping.weightG?.column ?? '')].flatMap((each) => each ?? []));
    const column = found.find((each) => !taken.has(each));
    if (column === undefined) continue;
    // A full name has it already.
    if (
      field === 'receiverLastName' &&
      !/first|given|vorname|förnamn/.test(plainHead(mapping.receiverName?.column ?? 'first'))
    )
      continue;
    taken.add(column);
    mapping[field] = { column, otherwise: '' };
  }
  const signs = findSigns(headers);
  for (const field of keysOf(SIGN_FIELDS)) {
    const column = headers[signs.get(SIGN_FIELDS[field]) ?? -1];
    if (column) mapping[field] = { column, otherwise: '' };
  }
  const column = mapping.status ? undefined : findStates(headers, rows, taken);
  if (column !== undefined) mapping.status = { column, otherwise: '' };
  return { format, mapping, isStatusGuessed: column !== undefined };
}

/** Finds the shop's field that means the same as a manager's column. */
const shopFieldOf = (key: ManagedKey) =>
  key === 'receiverCountry' ? 'country' : MAPPED_FIELDS.find((field) => field === key);

const SENT_FROM = /^(?:sender|shipper|consignor|from)/;
const OF_SENDER: Partial<Record<ColumnKey, MappedField>> = {
  senderName: 'receiverName',
  senderEmail: 'receiverEmail',
  senderPhone: 'receiverPhone',
  senderCountry: 'country',
};

/** `Consignor`, `From email`. */
const isOfSender = (key: ColumnKey) => (head: string) => {
  const rest = plainHead(head).replace(SENT_FROM, '');
  const field = OF_SENDER[key];
  if (!field || rest === plainHead(head)) return false;
  return rest === '' ? key === 'senderName' : namesOf(field).includes(rest);
};

/** Columns have our names, or those that shops give them. */
export function guessColumns(headers: readonly string[]): ShipmentMapping {
  const ours = new Map(headers.toReversed().map((head) => [columnOf(head), head]));
  const { mapping: theirs } = guessMapping(headers);
  const mapping: ShipmentMapping = {};
  const isWhole = !theirs.city && !theirs.postcode;
  for (const key of MANAGED_KEYS) {
    const field = key === 'shipTo' && isWhole ? 'line1' : shopFieldOf(key);
    const like = (field && theirs[field]?.column) ?? (isPartKey(key) ? '' : headers.find(isOfSender(key))) ?? '';
    if (isPartKey(key) && (ours.has('shipTo') || isWhole) && key !== 'receiverLastName') continue;
    const column = (isPartKey(key) ? undefined : ours.get(key)) ?? (columnOf(like) === null ? like : '');
    if (column) mapping[key] = { column, otherwise: '' };
  }
  return mapping;
}
