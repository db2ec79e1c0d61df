/** Three drawings of parcels, which the demo shows as pictures: on the scale, in the van, at the door. */
import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { DEMO_PICTURES } from '../../server/base/config/paths.ts';
import { demoPicture, PICTURE_WIDTH } from '../../server/demo/demo-drawings.ts';
import { IMAGE_WIDTHS } from '../../src/domain/image.ts';

/** A decorative barcode: dark widths on a grid of one, as a path `height` tall. */
function bars(x: number, y: number, height: number, unit: number): string {
  const widths = [2, 1, 1, 3, 1, 2, 4, 1, 1, 2, 3, 1, 2, 2, 1, 1, 3, 2, 1, 4, 1, 1, 2, 3, 1, 2];
  let at = x;
  return widths
    .map((width, index) => {
      const bar = index % 2 === 0 ? `M${at} ${y}h${width * unit}v${height}h${-width * unit}z` : '';
      at += width * unit;
      return bar;
    })
    .join('');
}

/** A shipping label lying flat, 150 × 110, to be transformed into place. */
const label = (place: string) => `<g transform="${place}">
  <path d="M0 0h150v110h-150z" fill="#fdfdfa"/><path d="M0 0h40v34h-40z" fill="#fb5412"/>
  <path d="M8 17h22M21 8l9 9-9 9" fill="none" stroke="#14171c" stroke-width="4"/>
  <path d="M48 8h84v6h-84zM48 19h58v5h-58zM8 43h62v4h-62zM8 52h48v4h-48zM84 43h56v4h-56zM84 52h38v4h-38z" fill="#14171c"/>
  <path d="M0 34.5h150M0 63.5h150M76.5 34.5v29" stroke="#14171c" stroke-width="1.5"/>
  <path d="${bars(9, 71, 31, 2.6)}" fill="#14171c"/></g>`;

const drawing = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" width="${PICTURE_WIDTH}" height="${(PICTURE_WIDTH * 3) / 4}">${inside}</svg>`;

/** A carton on the counter's scale. */
const ON_THE_SCALE = drawing(`
  <defs>
    <linearGradient id="wall" x2="0" y2="1"><stop stop-color="#e4e6e0"/><stop offset="1" stop-color="#cdd1c9"/></linearGradient>
    <linearGradient id="front" x2="1" y2="1"><stop stop-color="#cf9c68"/><stop offset="1" stop-color="#b98552"/></linearGradient>
    <linearGradient id="side" x2="0" y2="1"><stop stop-color="#a5744a"/><stop offset="1" stop-color="#8d613c"/></linearGradient>
  </defs>
  <path d="M0 0h800v600h-800z" fill="url(#wall)"/>
  <path d="M0 110h800M0 250h800M0 390h800M130 0v110M430 0v110M700 0v110M20 110v140M300 110v140M580 110v140M130 250v140M430 250v140M700 250v140" stroke="#bfc4bb" stroke-width="3" fill="none"/>
  <path d="M0 456h800v144h-800z" fill="#4b525b"/><path d="M0 456h800v14h-800z" fill="#656c75"/>
  <ellipse cx="392" cy="548" rx="290" ry="20" fill="#14171c" opacity=".35"/>
  <path d="M168 474h448l24 62h-496z" fill="#23272e"/><path d="M144 536h496v14q0 6-6 6h-484q-6 0-6-6z" fill="#14171c"/>
  <path d="M296 489h192q6 0 7 6l5 24q1 6-5 6h-206q-6 0-5-6l5-24q1-6 7-6z" fill="#0e3120"/>
  <g fill="none" stroke="#6fdc9a" stroke-width="4" stroke-linecap="round">
    <path d="M336 497h14l-3.5 21h-14M335 507.5h13M372 497l-3.5 21M388 518h.1M408 497l-1.7 10.5h13M422 497l-3.5 21M452 497l-3.5 21M464 501l-13 9 10 8"/>
  </g>
  <path d="M150 462h486l-10 14h-466z" fill="#b3b8bf"/><path d="M150 462h486v5h-486z" fill="#d8dbde"/>
  <path d="M196 220l252 22v220h-252z" fill="url(#front)"/>
  <path d="M448 242l148-26v246h-148z" fill="url(#side)"/>
  <path d="M196 220l146-28 254 24-148 26z" fill="#dcb180"/>
  <path d="M310 229.9l143-26.9 36 3.4-144 26.6z" fill="#eedfbf"/>
  <path d="M310 229.9l35 3.1v66l-17-8-18 6z" fill="#e2cda2"/>
  <path d="M196 220l252 22v6l-252-22z" fill="#8d613c" opacity=".35"/>
  ${label('matrix(1.06 .093 0 1.06 220 296)')}
  <path d="M500 334v-40h-10l17-24 17 17-10 2v42zM548 325v-40h-10l17-24 17 17-10 2v42zM488 344l88-16v7l-88 16z" fill="#6b4729" opacity=".8"/>`);

/** The load of a van with open doors; the next deliveries are in front. */
const IN_THE_VAN = drawing(`
  <defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#b9c6d6"/><stop offset="1" stop-color="#e6e4da"/></linearGradient>
    <linearGradient id="door" x2="1"><stop stop-color="#e9ebe6"/><stop offset="1" stop-color="#cfd2cb"/></linearGradient>
    <linearGradient id="hold" x2="0" y2="1"><stop stop-color="#30353d"/><stop offset="1" stop-color="#171a1f"/></linearGradient>
  </defs>
  <path d="M0 0h800v600h-800z" fill="url(#sky)"/>
  <path d="M0 452v-190h44v-50h56v90h90v-120h420v150h70v-90h52v60h68v150z" fill="#9aa6b4" opacity=".55"/><path d="M12 282h14v20h-14zM60 232h14v20h-14zM60 272h14v20h-14zM752 322h14v20h-14zM752 362h14v20h-14zM12 322h14v20h-14zM776 322h14v20h-14z" fill="#e6e4da" opacity=".7"/>
  <path d="M0 452h800v148h-800z" fill="#656c75"/><path d="M0 452h800v8h-800z" fill="#4b525b"/>
  <path d="M-10 560h820M60 600l80-148M740 600l-80-148" stroke="#858c96" stroke-width="5" stroke-dasharray="46 30" fill="none" opacity=".8"/>
  <ellipse cx="400" cy="548" rx="318" ry="22" fill="#14171c" opacity=".4"/>
  <path d="M186 96q4-34 40-38h348q36 4 40 38v394h-428z" fill="#f4f5f2"/>
  <path d="M214 112q2-22 26-24h320q24 2 26 24v340h-372z" fill="url(#hold)"/>
  <path d="M214 452l52-54h268l52 54z" fill="#3b414a"/><path d="M266 128h268v270h-268z" fill="#252a31"/>
  <path d="M266 190h268M266 258h268M266 326h268M333 128v270M400 128v270M467 128v270" stroke="#1c2026" stroke-width="4"/>
  <path d="M384 70h32v8h-32z" fill="#14171c"/><path d="M250 72h300v6h-300z" fill="#cfd2cb"/>
  <path d="M286 246h110v152h-110z" fill="#a97a4c"/><path d="M286 246h110v14h-110z" fill="#c4945f"/><path d="M330 246h20v70h-20z" fill="#dcc79c"/>
  <path d="M404 286h116v112h-116z" fill="#9c6f45"/><path d="M404 286h116v12h-116z" fill="#b98857"/><path d="M404 338h116v16h-116z" fill="#d6bf92"/>
  <path d="M420 196h84v90h-84z" fill="#b98857"/><path d="M420 196h84v10h-84z" fill="#d3a571"/><path d="M453 196h16v44h-16z" fill="#e2cda2"/>
  <path d="M298 186h70v60h-70z" fill="#1748c6"/><path d="M298 186h70v9h-70z" fill="#3d68d6"/><path d="M310 208h30v22h-30z" fill="#f6f6f2"/>
  <path d="M236 330h150v116h-150z" fill="#c4935e"/><path d="M236 330h150v14h-150z" fill="#dcb180"/><path d="M298 330h26v60l-13-7-13 7z" fill="#ebdab6"/>
  ${label('matrix(.62 0 0 .62 246 368)')}
  <path d="M396 372h172v74h-172z" fill="#b17f4f"/><path d="M396 372h172v12h-172z" fill="#cb9a66"/><path d="M396 404h172v15h-172z" fill="#e2cda2"/>
  ${label('matrix(.42 0 0 .42 492 390)')}
  <path d="M186 446h428v16h-428z" fill="#b3b8bf"/><path d="M186 462h428v30h-428z" fill="#f4f5f2"/>
  <path d="M186 462h428v7h-428z" fill="#fb5412"/>
  <path d="M172 492h456v22q0 8-8 8h-440q-8 0-8-8z" fill="#23272e"/><path d="M352 472h96v24h-96z" fill="#ffc400"/><path d="M362 478h76v12h-76z" fill="#14171c"/>
  <path d="M214 520h64v20q0 10-10 10h-44q-10 0-10-10zM522 520h64v20q0 10-10 10h-44q-10 0-10-10z" fill="#14171c"/>
  <path d="M186 84l-112 34q-12 4-12 18v348q0 10 12 10l112-10z" fill="url(#door)"/>
  <path d="M614 84l112 34q12 4 12 18v348q0 10-12 10l-112-10z" fill="url(#door)"/>
  <path d="M170 122l-84 26v112l84-12zM630 122l84 26v112l-84-12z" fill="#8fa3ba"/><path d="M150 128l-40 12-24 66v-58zM650 128l40 12 24 66v-58z" fill="#b9c8da"/>
  <path d="M62 366l124-14v34l-124 12zM738 366l-124-14v34l124 12z" fill="#fb5412"/>
  <path d="M174 300h6v34h-6zM620 300h6v34h-6z" fill="#4b525b"/>
  <path d="M190 404h18v56h-18zM592 404h18v56h-18z" fill="#b4092c"/><path d="M190 404h18v18h-18zM592 404h18v18h-18z" fill="#ffc400"/>`);

/** Left at the door, label up. */
const AT_THE_DOOR = drawing(`
  <defs>
    <linearGradient id="plaster" x2="1" y2="1"><stop stop-color="#f1e7d2"/><stop offset="1" stop-color="#dccbad"/></linearGradient>
    <linearGradient id="wood" x2="0" y2="1"><stop stop-color="#1f5b45"/><stop offset="1" stop-color="#143f30"/></linearGradient>
    <linearGradient id="carton" x2="1" y2="1"><stop stop-color="#cb9863"/><stop offset="1" stop-color="#b4814f"/></linearGradient>
    <linearGradient id="sun" x1="1" x2="0" y2="1"><stop stop-color="#fff3cf" stop-opacity=".45"/><stop offset=".55" stop-color="#fff3cf" stop-opacity="0"/></linearGradient>
  </defs>
  <path d="M0 0h800v600h-800z" fill="url(#plaster)"/>
  <path d="M0 404h118v50h-118zM452 404h348v50h-348z" fill="#c9b48f"/>
  <path d="M0 452h800v148h-800z" fill="#a9aca5"/><path d="M0 452h800v10h-800z" fill="#c3c6bf"/>
  <path d="M0 540h800M150 462l-60 138M420 462l10 138M690 462l70 138" stroke="#8e928a" stroke-width="4"/>
  <path d="M118 0h334v452h-334z" fill="#f6f3ea"/><path d="M140 0h290v452h-290z" fill="#14171c"/><path d="M148 0h274v446h-274z" fill="url(#wood)"/>
  <path d="M176 0h218v112h-218zM176 146h96v132h-96zM298 146h96v132h-96zM176 312h96v104h-96zM298 312h96v104h-96z" fill="#103527"/>
  <path d="M184 0h202v104h-202z" fill="#8fa3ba"/><path d="M184 60l90-60h60l-150 104zM300 104l86-60v40l-28 20z" fill="#b9c8da"/>
  <path d="M184 154h80v116h-80zM306 154h80v116h-80zM184 320h80v88h-80zM306 320h80v88h-80z" fill="#1b5240"/>
  <circle cx="402" cy="232" r="11" fill="#ffc400"/><path d="M398 240h8v30h-8z" fill="#d7a300"/><path d="M246 124h76v12h-76z" fill="#d7a300"/><path d="M252 127h64v6h-64z" fill="#14171c"/>
  <path d="M486 150h70v84h-70z" fill="#14171c"/><path d="M492 156h58v72h-58z" fill="#fdfdfa"/>
  <path d="M506 212v-6l17-17q4-4 4-8 0-6-6-6t-7 6l-8-1q1-13 15-13t14 13q0 8-7 14l-11 10h18v8z" fill="#14171c"/>
  <path d="M500 104h42v18h-42z" fill="#4b525b"/><path d="M494 122h54l-8 12h-38z" fill="#ffe28a"/>
  <path d="M132 452h306v14h-306z" fill="#7b7f78"/><path d="M110 466h350v18h-350z" fill="#8e928a"/>
  <path d="M146 496h282l30 50h-342z" fill="#6b4729"/><path d="M152 500h270l24 41h-318z" fill="none" stroke="#a97a4c" stroke-width="4" stroke-dasharray="10 6"/>
  <ellipse cx="470" cy="548" rx="222" ry="20" fill="#14171c" opacity=".35"/>
  <path d="M296 348l194 20v182l-194-24z" fill="url(#carton)"/><path d="M490 368l150-26v178l-150 30z" fill="#92653e"/>
  <path d="M296 348l156-24 188 18-150 26z" fill="#ddb384"/>
  <path d="M380 356.7l148-25.3 32 3-147 25.7z" fill="#eedfbf"/><path d="M380 356.7l33 3.4v54l-16-9-17 6z" fill="#e2cda2"/>
  ${label('matrix(.96 .11 0 .96 318 398)')}
  <path d="M490 368l150-26v7l-150 26zM296 348l194 20v6l-194-20z" fill="#6b4729" opacity=".3"/>
  <path d="M540 430l30-6v26q-14 10-15 12-2-2-15-6z" fill="none" stroke="#6b4729" stroke-width="5" opacity=".8"/><path d="M555 464v20M543 488l26-5" stroke="#6b4729" stroke-width="5" opacity=".8"/>
  <path d="M666 400h92l-12 118q-1 8-9 8h-50q-8 0-9-8z" fill="#c2592b"/><path d="M660 390h104v22h-104z" fill="#d96a38"/>
  <g fill="#2f7d4f"><path d="M712 390q-74-44-60-130 66 30 60 130zM712 390q-14-108 40-166 34 84-40 166zM712 390q60-86 78-70 0 60-78 70z"/></g>
  <g fill="#4aa06b"><path d="M712 390q-60-60-34-160 54 60 34 160zM712 390q30-90 66-100-10 76-66 100z"/></g>
  <path d="M0 0h800v600h-800z" fill="url(#sun)"/>`);

const DRAWINGS = [ON_THE_SCALE, IN_THE_VAN, AT_THE_DOOR];

/** Writes each drawing in all the widths of a stored image. */
export async function drawDemoPictures(): Promise<void> {
  await mkdir(DEMO_PICTURES, { recursive: true });
  for (const [index, svg] of DRAWINGS.entries()) {
    for (const width of [...IMAGE_WIDTHS, PICTURE_WIDTH]) {
      const webp = { quality: 80, smartSubsample: true, effort: 6 };
      await sharp(Buffer.from(svg)).resize({ width }).webp(webp).toFile(demoPicture(index, width));
    }
  }
}
