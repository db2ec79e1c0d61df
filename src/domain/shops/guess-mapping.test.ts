import { describe, expect, it } from 'vitest';
import { guessColumns, guessMapping } from './guess-mapping.ts';
import { cellNamer } from './shipment-mapping.ts';

/** First lines as these programs write them, and a row. What nobody needs is after the bar. */
const FILES = {
  'a spreadsheet': [
    'Order no,Name of customer,Street,Postcode,Town,Country,Customer email,Customer phone,Contents,Parcels|',
    '4711,Elin Strand,Linnégatan 8,413 04,Göteborg,Sweden,elin@example.com,+46 31 555 0192,Books,1',
  ],
  PrestaShop: [
    'reference,firstname,lastname,address1,address2,postcode,city,country,phone,email,total_paid|id_order,phone_mobile',
    '4711,Elin,Strand,Linnégatan 8,,413 04,Göteborg,Sweden,+46 31 555 0192,elin@example.com,20,1,',
  ],
  Billbee: [
    'Bestellnummer,Vorname,Nachname,Strasse,Hausnummer,PLZ,Ort,Land,E-Mail,Telefon,Artikel|Rechnungsdatum',
    '4711,Elin,Strand,Linnégatan,8,413 04,Göteborg,Sweden,elin@example.com,+46 31 555 0192,Books,',
  ],
  nShift: [
    'Order number,Receiver name,Receiver address 1,Receiver zipcode,Receiver city,Receiver country,Receiver phone,Receiver email,Number of parcels,Contents|Service code',
    '4711,Elin Strand,Linnégatan 8,413 04,Göteborg,Sweden,+46 31 555 0192,elin@example.com,1,Books,',
  ],
  Unifaun: [
    'Ordernummer,Mottagare,Gatuadress,Postnummer,Ort,Land,Telefon,E-post,Antal kolli,Innehåll|Tjänst',
    '4711,Elin Strand,Linnégatan 8,413 04,Göteborg,Sweden,+46 31 555 0192,elin@example.com,1,Books,',
  ],
  Sendcloud: [
    'Order Number,Name,Address,House Number,City,Postal Code,Country,Phone Number,Email,Total order value|Shipping method',
    '4711,Elin Strand,Linnégatan,8,Göteborg,413 04,Sweden,+46 31 555 0192,elin@example.com,20,',
  ],
} as const;

describe.each(Object.entries(FILES))('a file of %s', (_, [line, row]) => {
  const [known = [], rest = []] = line.split('|').map((heads) => heads.split(',').filter(Boolean));
  const headers = [...known, ...rest];
  const columnsOf = (mapping: object) =>
    headers.filter((head) => Object.values(mapping).some((source) => source.column === head));

  it('is recognised for shops and for managers alike', () => {
    expect(columnsOf(guessMapping(headers).mapping)).toEqual(known);
    expect(columnsOf(guessColumns(headers))).toEqual(known);
  });

  it('has its address in one for managers', () => {
    const cells = cellNamer(headers, guessColumns(headers))(row.split(','));
    expect(cells).toMatchObject({
      reference: '4711',
      receiverName: 'Elin Strand',
      receiverEmail: 'elin@example.com',
      receiverCountry: 'Sweden',
      shipTo: 'Linnégatan 8, 413 04 Göteborg',
    });
  });
});

/** These programs and their manuals write them so. */
it.each([
  ['Sendcloud', 'Customer name,Country code,Postal code,Street name,House number,City,Order reference|'],
  ['PrestaShop’s list of orders', 'Reference,Customer,Total,Status|ID,New client,Delivery,Payment,Date,PDF'],
  [
    'Store Commander for PrestaShop',
    'id_order,email,order_weight,del_company,del_lastname,del_firstname,del_address1,del_address2,del_postcode,del_city,del_phone|id_customer,firstname,lastname,id_carrier,shipping_number,delivery_number,del_id_country,del_id_state,del_other,date_add',
  ],
  [
    'nShift’s address book',
    '[name],[address1],[address2],[zipcode],[city],[country],[phone],[email]|[quickid],[sender],[receiver],[orgno],[vatno]',
  ],
  [
    'a German stock program',
    'Belegnummer,Lieferadresse_Vorname,Lieferadresse_Nachname,Lieferadresse_Strasse,Lieferadresse_Hausnummer,Lieferadresse_Firma,Lieferadresse_Postleitzahl,Lieferadresse_Ort,Lieferadresse_Land|Positionsnummer,EK-Preis',
  ],
  [
    'JTL-Wawi',
    'Lieferanschrift Firma,Lieferanschrift Vorname,Lieferanschrift Name,Lieferanschrift Straße,Lieferanschrift Ort|Kundennummer',
  ],
])('the headings of %s are known', (_, line) => {
  const [known = [], rest = []] = line.split('|').map((heads) => heads.split(',').filter(Boolean));
  const found = Object.values(guessMapping([...rest, ...known]).mapping).map(({ column }) => column);
  expect(new Set(found)).toEqual(new Set(known));
});

it('who sends it has columns of their own, and a whole address stays one', () => {
  const headers = ['Consignor', 'From email', 'Receiver', 'Address'];
  expect(guessColumns(headers)).toMatchObject({
    senderName: { column: 'Consignor' },
    senderEmail: { column: 'From email' },
    receiverName: { column: 'Receiver' },
    shipTo: { column: 'Address' },
  });
});
