import { countryCodeOf } from './country.ts';
import { dialedNumber, isPhoneNumber, normalizePhoneNumber } from './phone-number.ts';

/** By the two letters of a country, as the ITU has assigned them. */
const CALLING_CODES: ReadonlyMap<string, string> = new Map(
  `AD376 AE971 AF93 AG1 AI1 AL355 AM374 AO244 AR54 AS1 AT43 AU61 AW297 AX358 AZ994 BA387 BB1 BD880 BE32 BF226 BG359
  BH973 BI257 BJ229 BL590 BM1 BN673 BO591 BQ599 BR55 BS1 BT975 BW267 BY375 BZ501 CA1 CC61 CD243 CF236 CG242 CH41 CI225
  CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CX61 CY357 CZ420 DE49 DJ253 DK45 DM1 DO1 DZ213 EC593 EE372 EG20
  EH212 ER291 ES34 ET251 FI358 FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1 GE995 GF594 GG44 GH233 GI350 GL299 GM220
  GN224 GP590 GQ240 GR30 GT502 GU1 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 IM44 IN91 IO246 IQ964
  IR98 IS354 IT39 JE44 JM1 JO962 JP81 KE254 KG996 KH855 KI686 KM269 KN1 KP850 KR82 KW965 KY1 KZ7 LA856 LB961 LC1 LI423
  LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MF590 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1
  MQ596 MR222 MS1 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 NP977 NR674
  NU683 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PM508 PR1 PS970 PT351 PW680 PY595 QA974 RE262 RO40 RS381 RU7
  RW250 SA966 SB677 SC248 SD249 SE46 SG65 SH290 SI386 SJ47 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 SX1
  SY963 SZ268 TC1 TD235 TG228 TH66 TJ992 TK690 TL670 TM993 TN216 TO676 TR90 TT1 TV688 TW886 TZ255 UA380 UG256 US1
  UY598 UZ998 VA39 VC1 VE58 VG1 VI1 VN84 VU678 WF681 WS685 XK383 YE967 YT262 ZA27 ZM260 ZW263`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
);
const CODES = new Set(CALLING_CODES.values());

const KEEP_ZERO = ['IT', 'SM', 'VA', 'CI', 'BJ', 'CG'];
const EIGHT_FIRST = ['RU', 'KZ', 'BY', 'TM', 'LT'];

/** What a number starts with only inside its country. */
function trunkPrefixOf(country: string): RegExp {
  if (KEEP_ZERO.includes(country)) return /^(?!)/;
  if (CALLING_CODES.get(country) === '1') return /^1(?=\d{10}$)/;
  if (country === 'HU') return /^06/;
  return EIGHT_FIRST.includes(country) ? /^(?:80?|0)(?=\d{8})/ : /^0/;
}

/** As E.164 writes it (`+46701234567`), read in its country; null if it can’t be one. */
export function internationalNumber(phone: string, country: string): string | null {
  if (!isPhoneNumber(normalizePhoneNumber(phone).trim())) return null;
  const dialed = dialedNumber(phone);
  const local = countryCodeOf(country) ?? '';
  const code = CALLING_CODES.get(local);
  const exit = code === '1' ? /^(?:\+|011)/ : /^(?:\+|00)/;
  const isInternational = exit.test(dialed);
  if (!isInternational && !code) return null;
  const number = isInternational ? dialed.replace(exit, '') : code + dialed.replace(trunkPrefixOf(local), '');
  const hasCode = [1, 2, 3].some((length) => CODES.has(number.slice(0, length)));
  return hasCode && /^[1-9]\d{7,14}$/.test(number) ? `+${number}` : null;
}
