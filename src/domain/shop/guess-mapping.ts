/** What a file's columns are for, by their names. */
import { type FileReading, MAPPED_FIELDS, type MappedField, type Mapping } from './draft-file.ts';
import { lengthUnitIn, weightUnitIn } from './measure.ts';
import { plainHead, systemOf } from './order-rows.ts';

const DELIVERED_TO =
  /^(?:shipping|shipto|ship|postto|delivery|recipient|receiver|consignee)(?=.)|(?<=.)(?:shipping|delivery)$/;

/** Names of what an address has, the best first, as `plainHead` writes them. Before or after each can be `shipping`. */
const OF_ADDRESS: Partial<Record<MappedField, string>> = {
  receiverName: 'fullname name firstname contactname contact customername recipient receiver addressee buyername',
  receiverLastName: 'lastname surname familyname',
  company: 'company companyname businessname organisation organization',
  receiverEmail: 'email emailaddress emailbilling billingemail customeremail buyeremail contactemail mail',
  receiverPhone:
    'phone phonenumber telephone telephonenumber phonebilling billingphone customerphone buyerphone buyerphonenumber mobile mobilephone tel',
  line1:
    'addressline1 address1 address12 street1 line1 street streetaddress streetname address fulladdress detailaddress shipto',
  houseNumber: 'housenumber houseno',
  line2: 'addressline2 address2 street2 line2',
  line3: 'addressline3 address3 street3 line3',
  postcode: 'postcode postalcode zip zipcode zippostalcode zippostcode postalzipcode postcodezip',
  city: 'city town towncity citytown posttown locality suburb',
  state:
    'statecode state provincecode province stateprovince provincestate stateorprovince county stateregion regionstate region countystate countrystate provincename statename prefecture',
  country: 'countrycode country countryname countryregion',
};

/** Of the others. */
const OF_ORDER: Partial<Record<MappedField, string>> = {
  reference:
    'reference orderreference ordernumber orderno order ordername orderid channelreference customerreference yourreference',
  description:
    'description contents lineitemname itemname itemtitle productname producttitle productdescription productnamecurrent lineitems items product goodsdescription',
  weightG:
    'weight totalweight parcelweight packageweight orderweight ordertotalweight shippingweight grossweight itemweight lineitemgrams grams',
  weightIn: 'weightunit weightunits unitofweight',
  sizes: 'dimensions packagedimensions parceldimensions dimensionslwh dimensionslxwxh',
  lengthMm: 'length packagelength parcellength depth',
  widthMm: 'width packagewidth parcelwidth',
  heightMm: 'height packageheight parcelheight',
  lengthIn: 'dimensionunit dimensionunits dimensionsunit sizeunit lengthunit',
  parcels: 'parcels packages numberofparcels numberofpackages parcelcount',
  value:
    'value subtotal ordersubtotal ordersubtotalamount ordervalue goodsvalue declaredvalue soldfor itemprice total ordertotal ordertotalamount totalprice orderamount',
  currency: 'currency currencycode ordercurrency',
};

const namesOf = (field: MappedField) => (OF_ADDRESS[field] ?? OF_ORDER[field] ?? '').split(' ');
const ALL_NAMES = new Set(MAPPED_FIELDS.flatMap(namesOf));
const ADDRESS_NAMES = new Set(Object.values(OF_ADDRESS).flatMap((names) => names.split(' ')));

/** What a measure's column is of, without its unit: `Height (in)` is `height`. */
function withoutUnit(head: string): string {
  const [name, unit] = [plainHead(head), plainHead(weightUnitIn(head) ?? lengthUnitIn(head) ?? '')];
  return unit && name.endsWith(unit) ? name.slice(0, -unit.length).replace(/(?<=[ht])in$/, '') : name;
}

/** How many of a file's first cells are names of columns that are known. */
export const countKnownHeads = (heads: readonly string[]): number => heads.filter(isKnown).length;

const isKnown = (head: string) =>
  ALL_NAMES.has(plainHead(head)) ||
  ALL_NAMES.has(withoutUnit(head)) ||
  ADDRESS_NAMES.has(plainHead(head).replace(DELIVERED_TO, ''));

/** Guesses what a file's columns are for. */
export function guessMapping(headers: readonly string[]): Pick<FileReading, 'format' | 'mapping'> {
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
    const column = found.find((each) => !taken.has(each));
    if (column === undefined) continue;
    // A full name has it already.
    if (field === 'receiverLastName' && !/first|given/.test(plainHead(mapping.receiverName?.column ?? 'first')))
      continue;
    taken.add(column);
    mapping[field] = { column, otherwise: '' };
  }
  return { format, mapping };
}
