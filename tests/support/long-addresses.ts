/** 500 addresses of eight countries, of 20 to 400 letters; most of them far longer than people write. */
const COUNTRIES = [
  { country: 'Sweden', street: 'Övre Majorsgatan', town: '413 08 Göteborg' },
  { country: 'Germany', street: 'Straße der Pariser Kommune', town: '10243 Berlin-Friedrichshain' },
  { country: 'United Kingdom', street: 'Great Western Industrial Estate Road', town: 'Kingston upon Hull, HU1 2AA' },
  { country: 'France', street: 'rue du Faubourg-Saint-Honoré', town: '75008 Paris CEDEX 08' },
  { country: 'Poland', street: 'ul. Świętej Jadwigi Królowej', town: '31-215 Kraków' },
  {
    country: 'United States',
    street: 'Northwest Martin Luther King Boulevard',
    town: 'San Luis Obispo, CA 93401-1234',
  },
  { country: 'Netherlands', street: 'Burgemeester van Karnebeeklaan', town: '2585 BB ’s-Gravenhage' },
  { country: 'Greece', street: 'Λεωφόρος Βασιλίσσης Σοφίας', town: '106 74 Αθήνα' },
];

const UNITS = [
  'Building B',
  'third floor',
  'c/o Andersson & Söner',
  'ring twice',
  'entrance from the yard',
  'WAREHOUSE WEST',
];

export const LONG_ADDRESSES = Array.from({ length: 500 }, (_, at) => {
  const { country, street, town } = COUNTRIES[at % COUNTRIES.length] ?? { country: '', street: '', town: '' };
  const length = 20 + Math.floor((at * 380) / 499);
  let line = `${street} ${(at % 90) + 1}`;
  for (let unit = at; ; unit += 1) {
    const longer = `${line}, ${UNITS[unit % UNITS.length]}`;
    if (`${longer}, ${town}, ${country}`.length > length) break;
    line = longer;
  }
  return { shipTo: `${line}, ${town}, ${country}`, receiverCountry: country, town };
});
